-- Any changes. KEYS: n version keys, n keys. ARGV of each change:
--   version, kind, expiry (or ''), how the version ends ('', PX or PXAT), when, m, m words
--   kind s: the value; h: 1 if the hash begins anew, k, k names and values in turn, names that go; d: none
-- Returns of each change: 1 written, 0 older, -1 of another split, or the text of an error, after which the
-- others go on.
local n = #KEYS / 2
local told, at = {}, 1

local function write(key, kind, expiry, first, last)
  if kind == 'd' then
    return redis.pcall('DEL', key)
  end
  if kind == 's' then
    if expiry == '' then
      return redis.pcall('SET', key, ARGV[first])
    end
    return redis.pcall('SET', key, ARGV[first], 'PXAT', expiry)
  end
  if ARGV[first] == '1' then
    redis.call('DEL', key)
  end
  local sets = tonumber(ARGV[first + 1])
  local reply = true
  -- In pieces, for what a call may take is limited.
  for i = first + 2, first + 1 + sets, 1000 do
    reply = redis.pcall('HSET', key, unpack(ARGV, i, math.min(i + 999, first + 1 + sets)))
    if type(reply) == 'table' and reply.err then
      return reply
    end
  end
  for i = first + 2 + sets, last, 1000 do
    reply = redis.pcall('HDEL', key, unpack(ARGV, i, math.min(i + 999, last)))
    if type(reply) == 'table' and reply.err then
      return reply
    end
  end
  if expiry ~= '' then
    return redis.pcall('PEXPIREAT', key, expiry)
  end
  return redis.pcall('PERSIST', key)
end

for i = 1, n do
  local version, kind, expiry, how, when = unpack(ARGV, at, at + 4)
  local count = tonumber(ARGV[at + 5])
  local stored = redis.call('GET', KEYS[i])
  local order = stored and compare(version, stored) or 1
  if order == 1 then
    local reply = write(KEYS[n + i], kind, expiry, at + 6, at + 5 + count)
    if type(reply) == 'table' and reply.err then
      told[i] = reply.err
    elseif how == '' then
      redis.call('SET', KEYS[i], version)
      told[i] = 1
    else
      redis.call('SET', KEYS[i], version, how, when)
      told[i] = 1
    end
  else
    told[i] = order
  end
  at = at + 6 + count
end
return told

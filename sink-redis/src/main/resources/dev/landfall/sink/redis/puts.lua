-- Strings without an end of life, each with its version. KEYS: n version keys, n keys.
-- ARGV: n versions, n values. One MGET and one MSET, since calls are what a script pays for.
-- Returns how many were older, then the places of those of another split.
local n = #KEYS / 2
local stored = redis.call('MGET', unpack(KEYS, 1, n))
local pairs_, size, told = {}, 0, {0}
for i = 1, n do
  local order = stored[i] and compare(ARGV[i], stored[i]) or 1
  if order == 1 then
    pairs_[size + 1], pairs_[size + 2] = KEYS[n + i], ARGV[n + i]
    pairs_[size + 3], pairs_[size + 4] = KEYS[i], ARGV[i]
    size = size + 4
  elseif order == 0 then
    told[1] = told[1] + 1
  else
    told[#told + 1] = i
  end
end
if size > 0 then
  redis.call('MSET', unpack(pairs_))
end
return told

-- Whether a position is newer than the stored one: 1 if so, 0 if not, -1 if it is of another split.
-- A position is written OFFSET.MARK, where MARK stands for the split. Offsets are decimal numbers of
-- 64 bits, which Lua's doubles would round: so the longer one is the greater, and of one length the
-- order of the digits decides.
local function compare(version, stored)
  if version == stored then
    return 0
  end
  local dot, was_dot = string.find(version, '.', 1, true), string.find(stored, '.', 1, true)
  if not was_dot or string.sub(version, dot) ~= string.sub(stored, was_dot) then
    return -1
  end
  if dot ~= was_dot then
    return dot > was_dot and 1 or 0
  end
  return string.sub(version, 1, dot) > string.sub(stored, 1, dot) and 1 or 0
end

-- Whether a position is newer than the stored one: 1 if so, 0 if not, -1 if it is of another split.
-- A position is written OFFSET.MARK, where MARK, 12 letters, stands for the split. Offsets are decimal
-- numbers of 64 bits, which Lua's doubles would round: so the longer one is the greater, and of one length
-- the order of the digits decides; what follows them is the same.
local function compare(version, stored)
  if version == stored then
    return 0
  end
  if string.sub(version, -13) ~= string.sub(stored, -13) then
    return -1
  end
  if #version ~= #stored then
    return #version > #stored and 1 or 0
  end
  return version > stored and 1 or 0
end

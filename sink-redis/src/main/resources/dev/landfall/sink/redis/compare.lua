-- Whether a version is newer than the stored one: 1 if so, 0 if not, -1 if the stored one is no number.
-- Versions are decimal numbers of 64 bits, which Lua's doubles would round: so the longer one is the
-- greater, and of one length the order of the digits decides.
local function compare(version, stored)
  if string.find(stored, '.', 1, true) then
    return -1
  end
  local below, was_below = string.byte(version) == 45, string.byte(stored) == 45
  if below ~= was_below then
    return below and 0 or 1
  end
  if below then
    version, stored = stored, version
  end
  if #version ~= #stored then
    return #version > #stored and 1 or 0
  end
  return version > stored and 1 or 0
end

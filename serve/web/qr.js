// QR codes for links: bytes, error correction M, versions 1 to 10 (213 bytes). Pure: gives rows of dark and light.

/** For each version: bytes of error correction in a block, and how many blocks of how many data bytes. */
const BLOCKS = [null, [10, [1, 16]], [16, [1, 28]], [26, [1, 44]], [18, [2, 32]], [24, [2, 43]], [16, [4, 27]], [18, [4, 31]],
  [22, [2, 38], [2, 39]], [22, [3, 36], [2, 37]], [26, [4, 43], [1, 44]]];
const ALIGNED = [null, [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const MASKS = [(r, c) => (r + c) % 2, r => r % 2, (r, c) => c % 3, (r, c) => (r + c) % 3, (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2,
  (r, c) => r * c % 2 + r * c % 3, (r, c) => (r * c % 2 + r * c % 3) % 2, (r, c) => ((r + c) % 2 + r * c % 3) % 2];

// ---- the field of 256 elements

const EXP = new Uint8Array(512), LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = x << 1 ^ (x & 128 ? 0x11d : 0);
}
const times = (a, b) => a && b ? EXP[LOG[a] + LOG[b]] : 0;

/** The bytes that correct errors in a block. */
export function correction(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = new Array(generator.length + 1).fill(0);
    generator.forEach((factor, k) => { next[k] ^= factor; next[k + 1] ^= times(factor, EXP[i]); });
    generator = next;
  }
  const rest = [...data, ...new Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i];
    if (lead) generator.forEach((factor, k) => { rest[i + k] ^= times(factor, lead); });
  }
  return rest.slice(data.length);
}

const blocksOf = version => BLOCKS[version].slice(1).flatMap(([count, size]) => new Array(count).fill(size));
const roomOf = version => blocksOf(version).reduce((sum, size) => sum + size, 0);
const headOf = version => version < 10 ? 12 : 20; // bits before the bytes: mode and length

/** All bytes of the code in their order. */
function codewords(bytes, version) {
  const bits = [], add = (value, count) => { for (let i = count - 1; i >= 0; i--) bits.push(value >> i & 1); };
  add(4, 4);
  add(bytes.length, headOf(version) - 4);
  for (const byte of bytes) add(byte, 8);
  const room = roomOf(version) * 8;
  add(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) add(pad, 8);
  const data = Array.from({ length: room / 8 }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  let start = 0;
  const blocks = blocksOf(version).map(size => data.slice(start, start += size)), checks = blocks.map(block => correction(block, BLOCKS[version][0]));
  const woven = lists => Array.from({ length: Math.max(...lists.map(list => list.length)) }, (_, i) => lists.map(list => list[i]).filter(byte => byte !== undefined)).flat();
  return [...woven(blocks), ...woven(checks)];
}

// ---- the square

/** Bits of a value followed by their remainder, as format and version are written. */
function guarded(value, count, generator) {
  const length = 31 - Math.clz32(generator);
  let rest = value << length;
  for (let i = count - 1; i >= 0; i--) if (rest >> i + length & 1) rest ^= generator << i;
  return value << length | rest;
}

function frame(version) {
  const size = 17 + 4 * version, dark = Array.from({ length: size }, () => new Array(size).fill(0)), fixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (r, c, value) => { if (r >= 0 && c >= 0 && r < size && c < size) { dark[r][c] = value ? 1 : 0; fixed[r][c] = true; } };
  for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]])
    for (let r = -1; r <= 7; r++)
      for (let c = -1; c <= 7; c++) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        set(top + r, left + c, ring <= 1 || ring === 3);
      }
  for (const r of ALIGNED[version])
    for (const c of ALIGNED[version]) {
      if ((r < 9 && c < 9) || (r < 9 && c > size - 10) || (r > size - 10 && c < 9)) continue;
      for (let a = -2; a <= 2; a++) for (let b = -2; b <= 2; b++) set(r + a, c + b, Math.max(Math.abs(a), Math.abs(b)) !== 1);
    }
  for (let i = 8; i < size - 8; i++) { set(6, i, i % 2 === 0); set(i, 6, i % 2 === 0); }
  for (let i = 0; i < 9; i++) { if (!fixed[8][i]) set(8, i, 0); if (!fixed[i][8]) set(i, 8, 0); }
  for (let i = 0; i < 8; i++) { set(8, size - 1 - i, 0); set(size - 1 - i, 8, 0); }
  set(size - 8, 8, 1);
  if (version >= 7) {
    const bits = guarded(version, 6, 0x1f25);
    for (let i = 0; i < 18; i++) { const bit = bits >> i & 1, r = Math.floor(i / 3), c = size - 11 + i % 3; set(r, c, bit); set(c, r, bit); }
  }
  return { size, dark, fixed };
}

function lay({ size, dark, fixed }, bytes) {
  const bit = i => i < bytes.length * 8 ? bytes[i >> 3] >> 7 - (i & 7) & 1 : 0;
  let next = 0, isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++) {
      const r = isUp ? size - 1 - i : i;
      for (const c of [right, right - 1]) if (!fixed[r][c]) dark[r][c] = bit(next++);
    }
    isUp = !isUp;
  }
}

function masked({ size, dark, fixed }, mask) {
  const rows = dark.map((row, r) => row.map((value, c) => fixed[r][c] || MASKS[mask](r, c) ? value : value ^ 1));
  const bits = guarded(mask, 5, 0x537) ^ 0x5412; // level M is 00
  for (let i = 0; i < 15; i++) {
    const bit = bits >> i & 1;
    rows[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8] = bit;
    rows[8][i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i] = bit;
  }
  rows[size - 8][8] = 1;
  return rows;
}

/** How hard a code is to read: long runs, squares of one tone, and more of one tone than of the other. */
function penalty(rows) {
  const size = rows.length;
  let sum = 0, dark = 0;
  for (const lines of [rows, rows[0].map((_, c) => rows.map(row => row[c]))])
    for (const line of lines)
      for (let i = 0, run = 0; i < size; i++) {
        run = i && line[i] === line[i - 1] ? run + 1 : 1;
        sum += run === 5 ? 3 : run > 5 ? 1 : 0;
      }
  for (let r = 0; r < size; r++)
    for (let c = 0; c < size; c++) {
      dark += rows[r][c];
      if (r && c && rows[r][c] === rows[r - 1][c] && rows[r][c] === rows[r][c - 1] && rows[r][c] === rows[r - 1][c - 1]) sum += 3;
    }
  return sum + Math.floor(Math.abs(dark / size / size - 0.5) * 20) * 10;
}

/** Rows of 1 (dark) and 0; null when the text is too long. */
export function qr(text) {
  const bytes = new TextEncoder().encode(text), version = BLOCKS.findIndex((block, v) => block && roomOf(v) * 8 >= headOf(v) + bytes.length * 8);
  if (version < 0) return null;
  const square = frame(version);
  lay(square, codewords(bytes, version));
  return MASKS.map((_, mask) => masked(square, mask)).sort((a, b) => penalty(a) - penalty(b))[0];
}

// Colours: words for them, hues for what has no word, and the ink that can be read on them.

const BY_WORD = new Map();
for (const line of `red #c2402f scarlet crimson ruby
blue #2d68ad sapphire
green #37834a emerald
yellow #d9a514 amber
orange #d5702a
purple #79539e violet
pink #b54d78
brown #86583a wood leather
black #3b3f47
white #e9e5da
grey #6b727d gray stone steel iron
gold #c0932a coin wheat
silver #98a2ab
sea #2b7896 ocean water ship boat
desert #cf9c49 sand
forest #3b7a4b jungle
ice #86b4cb snow arctic
mountain #80746a rock hill
plain #93a659 grass meadow field
coal #4c4c54
fire #cf5526 flame lava
train #a0493a rail brick`.split("\n")) {
  const [word, colour, ...others] = line.split(" ");
  for (const one of [word, ...others]) BY_WORD.set(one, colour);
}

/** What a word or "#c2402f" looks like; undefined if it is no colour. */
export function colourWord(text) {
  const word = String(text ?? "").toLowerCase();
  return /^#[0-9a-f]{6}$/.test(word) ? word : BY_WORD.get(word);
}

/** For values without a word: nine hues that stay apart in both themes. */
export const HUES = ["#2d68ad", "#c2402f", "#37834a", "#946909", "#79539e", "#1f7f8c", "#a84c6c", "#6d7030", "#86583a"];
export const SEATS = ["#c9403a", "#2d6fb7", "#e0a526", "#2f7c48", "#8a58a8", "#e07b2f", "#1f7f86", "#75644f",
  "#a84c6c", "#4c4c54", "#93a659", "#46566b", "#86583a", "#6d7030", "#2b7896", "#b54d78"];
export const BACKS = ["#46566b", "#6b4a4a", "#4a6350", "#5c4f73", "#6b5a3c", "#3f6470"];

/** Relative luminance as in WCAG 2. */
export function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16) / 255)
    .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const DARK = "#1d2128";
/** How two colours stand out from each other, from 1 to 21. */
export function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
/** White or dark ink, whichever reads better on a colour. */
export const inkOn = colour => contrast(colour, "#ffffff") >= contrast(colour, DARK) ? "#ffffff" : DARK;
/** A pale piece gets a dark edge. */
export const edgeOf = colour => luminance(colour) > 0.6 ? "#5a5f68" : undefined;
/** For styles: a colour, and the ink on it. */
export const tone = colour => ({ "--c": colour, "--on": inkOn(colour) });
/** For drawings: ink on a colour, as fill and as strokes. */
export const ink = colour => ({ fill: inkOn(colour), color: inkOn(colour) });

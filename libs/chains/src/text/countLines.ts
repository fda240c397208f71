/** From here on a review does not fit a few screens: it starts with its totals, and takes an act of its own. */
export const longReviewLines = 50

/** Characters on a line of a review, about as many as fit a terminal. */
const lineLength = 80

/** Counts the lines of a text as a review shows it. */
export const countLines = (text: string): number =>
  text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0)

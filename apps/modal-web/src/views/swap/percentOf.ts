/** At most two fraction digits: what the least that may arrive is reckoned with. */
const written = /^\d{1,2}(\.\d{0,2})?$/

/** Percent, above 0 and at most 50; `null` where a text in the form of `typeNumber` is none. */
export const percentOf = (text: string): number | null => {
  const percent = Number(text)
  return written.test(text) && percent > 0 && percent <= 50 ? percent : null
}

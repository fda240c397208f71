/** The default slippage in percent. */
export const defaultSlippage = 1

/** Hundredths of a percent, in which a slippage is computed exactly. */
export const toHundredths = (percent: number): bigint => BigInt(Math.round(percent * 100))

/** Percent, above 0 and at most 50, with at most two digits after the dot. */
export const isSlippage = (percent: number): boolean =>
  percent >= 0.01 && percent <= 50 && Math.round(percent * 100) / 100 === percent

/** Percent, of whoever chooses none. */
export const defaultSlippage = 1

/** Hundredths of a percent: what a slippage is reckoned with, exactly. */
export const toHundredths = (percent: number): bigint => BigInt(Math.round(percent * 100))

/** Percent, above 0 and at most 50, with at most two digits after the dot. */
export const isSlippage = (percent: number): boolean =>
  percent >= 0.01 && percent <= 50 && Math.round(percent * 100) / 100 === percent

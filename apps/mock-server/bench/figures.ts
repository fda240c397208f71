export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The smallest value that this share of all does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN

/** Milliseconds that the work took, and what came of it. */
export const timed = async <A>(
  work: () => Promise<A>,
): Promise<{ readonly ms: number; readonly value: A }> => {
  const from = performance.now()
  const value = await work()
  return { ms: performance.now() - from, value }
}

/** The result, or how the error calls itself. */
export const outcome = (work: Promise<string>): Promise<string> =>
  work.then(
    () => "answered",
    (error: unknown) =>
      error instanceof Error ? (error.message.split("\n")[0] ?? error.name) : String(error),
  )

/** A promise with its outcome on it, in the fields that React itself writes. */
type TrackedPromise<A> = Promise<A> & {
  status?: "pending" | "fulfilled" | "rejected"
  value?: A
  reason?: unknown
}

/**
 * Returns what a promise resolved to, or suspends the render until then; throws what it rejected with.
 * React 18 has no `use`: this does the same on both.
 */
export const readPromise = <A>(promise: Promise<A>): A => {
  const tracked: TrackedPromise<A> = promise
  if (tracked.status === "fulfilled") return tracked.value as A
  if (tracked.status === "rejected") throw tracked.reason
  if (tracked.status === undefined) {
    tracked.status = "pending"
    promise.then(
      (value) => void Object.assign(tracked, { status: "fulfilled", value }),
      // Nothing is returned: that would be this promise, whose rejection would then be unhandled.
      (reason: unknown) => void Object.assign(tracked, { status: "rejected", reason }),
    )
  }
  // oxlint-disable-next-line no-throw-literal -- a thrown promise is how a render suspends
  throw tracked
}

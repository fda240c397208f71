/** A promise with its outcome in the same fields that React sets. */
type TrackedPromise<A> = Promise<A> & {
  status?: "pending" | "fulfilled" | "rejected"
  value?: A
  reason?: unknown
}

/**
 * Returns the value of a resolved promise; suspends the render while it is pending.
 * @throws the rejection's reason.
 * React 18 has no `use`; this works on both versions.
 */
export const readPromise = <A>(promise: Promise<A>): A => {
  const tracked: TrackedPromise<A> = promise
  if (tracked.status === "fulfilled") return tracked.value as A
  if (tracked.status === "rejected") throw tracked.reason
  if (tracked.status === undefined) {
    tracked.status = "pending"
    promise.then(
      (value) => void Object.assign(tracked, { status: "fulfilled", value }),
      // Returns nothing: it would be this promise, whose rejection would then be unhandled.
      (reason: unknown) => void Object.assign(tracked, { status: "rejected", reason }),
    )
  }
  // oxlint-disable-next-line no-throw-literal -- a thrown promise is how a render suspends
  throw tracked
}

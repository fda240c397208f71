/** Parts that the files may have although a browser of the floor lacks them, and why: a name, or the start of names. */
export const exceptions: Readonly<Record<string, string>> = {
  // A working page without them.
  "cursor: ": "iOS has no cursor",
  ":selection": "iOS marks a selection by itself",
  "text-wrap": "lines break where they fit",
  "accent-color": "a checkbox has the browser's colour",
  "overscroll-behavior": "the page scrolls on at the end of a list",
  "forced-color-adjust": "Safari has no forced colours",
  "field-sizing": "a field keeps its width; where its height matters, @supports gives it one",
  ":dir": "Chrome 111 to 119: in a page from right to left, arrows point right",
  "contain: style": "a hint of speed",
  "text-size-adjust": "Firefox enlarges no text by itself, and Safari has it with a prefix",
  "scrollbar-width": "Chrome and Safari hide a scroll bar by :-webkit-scrollbar",
  ":-webkit-scrollbar": "Firefox hides a scroll bar by scrollbar-width",
  // Looked for before they are used.
  "AbortSignal.timeout": "Chrome 103 to 123 name its error otherwise, which nothing reads",
  ReportingObserver: "without reports the time limit of the frame tells",
  "Error.captureStackTrace": "zod and effect look for it",
  "Error.stackTraceLimit": "effect catches its absence",
  "Uint8Array.fromBase64": "@scure/base looks for it",
  "Uint8Array.fromHex": "@noble/hashes looks for it",
  ".toBase64()": "@scure/base looks for it",
  ".toHex()": "@noble/hashes looks for it",
  ".startViewTransition()": "React looks for it, and only for a component that no view has",
  // Methods of other objects that have the name of a new one.
  ".fromHex()": "of @noble/curves",
  ".bytes()": "of micro-packed and our readers",
  ".getPublicKey()": "of @noble/curves",
  ".toArray()": "React's Children.toArray",
  ".try()": "effect's evaluate.try",
  ".use()": "of our engine",
  ".adopt()": "of our pairing",
  ".error()": "console.error, and zod's",
  ".when()": "zod's checks",
  ".read()": "of our stores",
}

/** Parts that a page's first files may have below the floor, because they run above it alone. */
export const firstExceptions: Readonly<Record<string, string>> = {
  ...exceptions,
  ".replaceSync()": "above the floor alone",
  reportError: "for a listener of the page that throws",
  ".load()": "of our chains",
  "field of a class": "Safari 14 and 15 read it; a fault of theirs does not concern our classes",
}

/** Returns whether a part is excepted. Records the exceptions that apply, so that one that does not is found. */
export const isExcepted = (
  name: string,
  list: Readonly<Record<string, string>>,
  used: Set<string>,
): boolean => {
  const found = Object.keys(list).find(
    (start) => name === start || (/^[^.]/.test(start) && name.startsWith(start)),
  )
  if (found !== undefined) used.add(found)
  return found !== undefined
}

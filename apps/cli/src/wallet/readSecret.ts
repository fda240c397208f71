import { readFileSync, statSync } from "node:fs"
import { text } from "node:stream/consumers"
import { Effect } from "effect"
import { config } from "../failure/CliError.ts"
import type { ProcessFacts } from "../terminal/Terminal.ts"

/** Others on this machine may read it. Windows has no such bits. */
const isOpen = (mode: number): boolean => process.platform !== "win32" && (mode & 0o077) !== 0

const unreadable = (what: string, path: string) => config(`The ${what} ${path} could not be read.`)

/** Longer than any keystore; a wrong path must not fill the memory. */
const longest = 65_536

/**
 * The content of a file that only its owner may read: a key or a password in the clear.
 * Fails when others may read it too, as ssh does.
 * @param path `-` for stdin.
 */
export const readSecret = Effect.fnUntraced(function* (
  what: "key file" | "password file",
  path: string,
  stdin: ProcessFacts["stdin"],
) {
  if (path === "-") {
    return yield* Effect.tryPromise({ try: () => text(stdin), catch: () => unreadable(what, "on stdin") })
  }
  const { content, mode } = yield* readBounded(what, path)
  // A V3 keystore is made to lie around: it is encrypted.
  if (isOpen(mode) && !content.trimStart().startsWith("{")) {
    return yield* config(`The ${what} ${path} can be read by others.`, `chmod 600 ${path}`)
  }
  return content
})

const readBounded = (what: string, path: string) =>
  Effect.suspend(() => {
    try {
      const { mode, size } = statSync(path)
      return size > longest
        ? Effect.fail(config(`The ${what} ${path} is too large to be one.`))
        : Effect.succeed({ content: readFileSync(path, "utf8"), mode })
    } catch {
      return Effect.fail(unreadable(what, path))
    }
  })

import { Effect } from "effect"

/** SHA-256, 0x-hex; empty in a page that is not secure, which has no means to make it. */
export const computeDigest = (text: string): Effect.Effect<string> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).pipe(
      Effect.map(
        (digest) =>
          `0x${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`,
      ),
    ),
    () => "",
  )

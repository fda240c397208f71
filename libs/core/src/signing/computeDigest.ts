import { Effect } from "effect"

/** Computes SHA-256 as 0x-hex; empty in an insecure context, which has no API for it. */
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

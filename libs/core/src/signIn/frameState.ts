import { sanitizeLine } from "@wmodal/chains"
import type { FramePersistence } from "@wmodal/chains/frame"
import * as z from "zod/mini"

const StoredAccountTypeSchema = z.nullable(z.enum(["eoa", "smartAccount"]))
/** Other scripts can write this record: its texts are sanitized again. */
const storedTextSchema = z.nullable(
  z.pipe(
    z.string(),
    z.transform((value) => sanitizeLine(value, 320)),
  ),
)

/** The stored state of the embedded wallet. Never a code, a token or a key. */
export const frameStateRecord = {
  key: "@wmodal/embedded-wallet",
  schema: z.object({
    loginUsed: z.boolean(),
    email: storedTextSchema,
    username: storedTextSchema,
    lastChain: storedTextSchema,
    lastEmailLogin: z.nullable(z.number()),
    smartAccountNetworks: z.array(z.number()),
    accountType: StoredAccountTypeSchema,
  }),
}

export const emptyFrameState: FramePersistence = {
  loginUsed: false,
  email: null,
  username: null,
  lastChain: null,
  lastEmailLogin: null,
  smartAccountNetworks: [],
  accountType: null,
}

/** The provider that signed the user in. */
export const signInProviderRecord = {
  key: "@wmodal/signed-in-by",
  schema: z.enum(["email", "google", "x", "discord", "farcaster", "github", "apple", "facebook"]),
}

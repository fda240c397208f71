import { sanitizeLine } from "@wmodal/chains"
import type { FrameMemory } from "@wmodal/chains/frame"
import * as z from "zod/mini"

const AccountType = z.nullable(z.enum(["eoa", "smartAccount"]))
/** Others can write here too: it is made safe to show again. */
const text = z.nullable(
  z.pipe(
    z.string(),
    z.transform((value) => sanitizeLine(value, 320)),
  ),
)

/** What is remembered of the embedded wallet between visits. Never a code, a token or a key. */
export const frameMemory = {
  key: "@wmodal/embedded-wallet",
  schema: z.object({
    loginUsed: z.boolean(),
    email: text,
    username: text,
    lastChain: text,
    lastEmailLogin: z.nullable(z.number()),
    smartAccountNetworks: z.array(z.number()),
    accountType: AccountType,
  }),
}

export const nothingRemembered: FrameMemory = {
  loginUsed: false,
  email: null,
  username: null,
  lastChain: null,
  lastEmailLogin: null,
  smartAccountNetworks: [],
  accountType: null,
}

/** Whose account signed the person in. */
export const signedInBy = {
  key: "@wmodal/signed-in-by",
  schema: z.enum(["email", "google", "x", "discord", "farcaster", "github", "apple", "facebook"]),
}

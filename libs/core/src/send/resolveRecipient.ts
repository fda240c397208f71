import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { type Recipient, RecipientError, type Recipients } from "../recipients/Recipients.ts"

/** Resolves the recipient. Every failure is reported to the user, and the input is kept. */
export const resolveRecipient = (
  { resolve }: Pick<Recipients, "resolve">,
  text: string,
): Effect.Effect<Recipient, RecipientError> =>
  Effect.mapError(catchDefects(resolve(text)), (error) =>
    error._tag === "RecipientError" ? error : new RecipientError({ text, reason: { _tag: "NameNotRead" } }),
  )

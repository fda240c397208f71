import { Effect } from "effect"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { SignInRequest, WalletCalls } from "../contract/WalletCalls.ts"
import { askFeature, reasonOfRefusal } from "../standard/askFeature.ts"
import { featureOf } from "../standard/FoundWallet.ts"
import type { StandardSession } from "../standard/StandardSession.ts"
import { standardCalls } from "../standard/standardCalls.ts"
import { fromBase64 } from "../text/base64.ts"
import { hashFrom, signedTextFrom } from "./answers.ts"
import { outcomeOf } from "./outcomeOf.ts"
import { signedInFrom } from "./signedInFrom.ts"
import { decodeTransaction, type Transaction } from "./wire/Transaction.ts"

interface Question {
  readonly asked: Transaction
  /** Who has to sign. */
  readonly address: string
  readonly input: object
}

const signing = "solana:signTransaction"
const sending = "solana:signAndSendTransaction"
const signingIn = "solana:signIn"

/** What is asked of a connected Solana wallet, beyond signing messages. */
export const solanaCalls = (wallet: object, connectorId: string, session: StandardSession): WalletCalls => ({
  ...standardCalls<Question>({
    wallet,
    connectorId,
    session,
    signing,
    sending,
    // A wallet that sends has its own nodes, and may put what guards the person beside what was asked for.
    isLeftToUs: () => featureOf(wallet, sending) === undefined,
    questionOf: ({ transaction }, { chain, shared: { account, address } }) => {
      const asked = decodeTransaction(transaction ?? "")
      const bytes = fromBase64(transaction ?? "")
      return asked === null || bytes === null
        ? "This is no transaction of Solana."
        : { asked, address, input: { account, transaction: bytes, chain } }
    },
    signedFrom: ({ address, asked }, answer) => signedFrom(asked, signedTextFrom(answer), address),
    hashFrom: (_, answer) => hashFrom(answer) ?? { _tag: "Malformed", what: sending },
    outcomeOf: outcomeOf(connectorId),
  }),
  ...(featureOf(wallet, signingIn) !== undefined && {
    signIn: (request: SignInRequest) =>
      askFeature(wallet, signingIn, request).pipe(
        Effect.mapError((thrown) => reasonOfRefusal(thrown, signingIn)),
        Effect.flatMap((answer) => {
          const signed = signedInFrom(answer, request)
          return signed === null ? Effect.fail(malformed(signingIn)) : Effect.succeed(signed)
        }),
        Effect.mapError((reason) => new ConnectorError({ connectorId, reason })),
      ),
  }),
})

const malformed = (what: string): ConnectorReason => ({ _tag: "Malformed", what })

/** @returns the signed wire transaction, base64, once it was looked at. */
const signedFrom = (
  asked: Transaction,
  signed: string | null,
  address: string,
): Effect.Effect<string, ConnectorReason> =>
  signed === null
    ? Effect.fail(malformed(signing))
    : Effect.flatMap(
        Effect.tryPromise({
          try: () => import("./signed/signedFrom.ts"),
          catch: (): ConnectorReason => ({ _tag: "NotLoaded" }),
        }),
        (code) => {
          switch (code.signedFrom(asked, signed, address)) {
            case "Signed":
              return Effect.succeed(signed)
            case "Altered":
              return Effect.fail<ConnectorReason>({ _tag: "Altered" })
            case "Malformed":
              return Effect.fail(malformed(signing))
          }
        },
      )

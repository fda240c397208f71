import type { PaymentRequest, ReceiveWarning } from "@wmodal/core/flows"
import { formatAmount } from "@wmodal/protocol"
import { Effect } from "effect"
import { toExactAmount } from "../payments/paymentDocument.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openReadOnly } from "../session/openSession.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { type CodeColours, toCodeColours } from "../terminal/codeColours.ts"
import type { EngineCommand } from "./Command.ts"

/** Prints the account's address, or a request for an amount, and the warnings about its network. */
export const receive = (
  { amount, qr, token }: Extract<CommandPlan, { _tag: "Receive" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts, terminal } = context
    const { engine } = yield* openReadOnly(context)
    const { receive: receiving } = yield* (yield* engine.flows).funding
    const request = yield* prompts.during("Making the request", receiving.request({ amount, token }))
    const { account, address, network, requested, uri, warnings } = request
    const texts = warnings.map(({ _tag }) => describeReceiveWarning(_tag, network.name))
    const colours = toCodeColours(terminal)
    const codes = qr && !terminal.draws ? yield* Effect.promise(() => import("../pairing/qrCode.ts")) : null
    yield* output.result({
      state: "receive",
      json: {
        account,
        address,
        network: network.caipNetworkId,
        uri,
        requested: requested && toExactAmount(requested.amount, requested.token),
        warnings: warnings.map(({ _tag }, at) => ({ code: warningCodes[_tag], text: texts[at] })),
      },
      lines: [uri, ...(codes?.renderHalfBlocks(codes.makeQrCode(uri), toModuleShade(colours)) ?? [])],
      drawn: async () =>
        (await import("../views/PaymentRequestPanel.tsx")).renderPaymentRequest({
          title: requested === null ? "Your address" : `Request for ${describeRequested(requested)}`,
          fields: [
            { label: "Address", text: formatAddressGroups(address) },
            { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
            ...(requested === null ? [] : [{ label: "Link", text: uri }]),
          ],
          warnings: texts,
          code: qr ? { text: uri, colours } : null,
        }),
    })
    // In a pipe the warnings are on stderr: stdout has the data only.
    if (!terminal.draws) for (const text of texts) output.info(text)
  })

const toModuleShade = (colours: CodeColours) => (colours === "ofDarkTerminal" ? "light" : "dark")

const describeRequested = ({ amount, token }: NonNullable<PaymentRequest["requested"]>): string =>
  `${formatAmount(amount, token.decimals)} ${token.symbol}`

/** Codes for scripts. */
const warningCodes: Readonly<Record<ReceiveWarning["_tag"], string>> = {
  Recallable: "recallable",
  RecallUnread: "recallUnread",
  Testnet: "testNetwork",
  SmartAccount: "smartAccount",
  OtherNetworks: "otherNetworks",
  Ordinals: "ordinals",
}

export const describeReceiveWarning = (warning: ReceiveWarning["_tag"], network: string): string => {
  switch (warning) {
    case "Recallable":
      return "The issuer can take this token back, from every account and at any time, also after you were paid."
    case "RecallUnread":
      return "It could not be read whether the issuer can take this token back. Run the command again to check it."
    case "Testnet":
      return `${network} is a test network: its tokens have no value. What is sent to this address on another network does not arrive here.`
    case "SmartAccount":
      return `Only receive on ${network}: this is a smart account, and on another network the address may not be yours.`
    case "OtherNetworks":
      return `Only send on ${network}. The address is the same on other networks, but what is sent there does not arrive here.`
    case "Ordinals":
      return "This address holds your ordinals, and nothing is sent from it. Choose your payment address."
  }
}

import { type ProfileAnswer, type ProfileStep, walletProfiles } from "@wmodal/dev-wallet/testing"
import { describe, expect, it } from "vitest"
import { makeToSendOutcome as makeToBitcoinOutcome } from "../bitcoin/bitcoinSendOutcome.ts"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { SendOutcome } from "../contract/WalletCalls.ts"
import { toSendOutcome } from "../evm/evmSendOutcome.ts"
import { makeToSendOutcome as makeToSolanaOutcome } from "../solana/solanaSendOutcome.ts"
import { toConnectorReason } from "./walletErrors.ts"

/** A switch is tried by the connector: `evm/walletProfiles.test.ts`. */
const tags: Readonly<Record<Exclude<ProfileAnswer, "unknownNetwork">, ConnectorReason["_tag"]>> = {
  declined: "Declined",
  pending: "RequestPending",
  locked: "Locked",
  unauthorized: "Unauthorized",
  unsupported: "Unsupported",
  offline: "Offline",
  lost: "Failed",
}

/** The requests of each chain; `null` for a step that its wallets do not have. */
const requests: Readonly<Record<string, Readonly<Record<ProfileStep, string | null>>>> = {
  eip155: {
    connect: "eth_requestAccounts",
    sign: "personal_sign",
    send: "eth_sendTransaction",
    switch: "wallet_switchEthereumChain",
  },
  solana: {
    connect: "standard:connect",
    sign: "solana:signMessage",
    send: "solana:signAndSendTransaction",
    switch: null,
  },
  bip122: {
    connect: "bitcoin:connect",
    sign: "bitcoin:signMessage",
    send: "bitcoin:sendTransfer",
    switch: null,
  },
  polkadot: { connect: "polkadot:connect", sign: "polkadot:signMessage", send: null, switch: null },
}

const outcomes: Readonly<Record<string, (thrown: unknown, method: string) => SendOutcome>> = {
  eip155: (thrown) => toSendOutcome(thrown, "wallet"),
  solana: makeToSolanaOutcome("wallet"),
  bip122: makeToBitcoinOutcome("wallet"),
}

/** Answers after which a transaction may be on its way. */
const mayBeSent: readonly ProfileAnswer[] = ["lost", "offline"]

const steps = walletProfiles.flatMap(({ errors, name, namespace }) =>
  errors.flatMap(({ answer, steps: own, thrown }) =>
    own.flatMap((step) => {
      if (answer === "unknownNetwork") return []
      const method = requests[namespace]?.[step] ?? null
      return method === null ? [] : [{ name, namespace, step, method, thrown, answer }]
    }),
  ),
)

describe("real wallets' answers", () => {
  it.each(steps)("reads what $name ($namespace) answers to $method as $answer", (one) => {
    const { answer, method, namespace, step, thrown } = one
    expect(toConnectorReason(thrown, method)._tag).toBe(tags[answer])
    if (step !== "send") return
    expect(outcomes[namespace]?.(thrown, method)._tag).toBe(
      mayBeSent.includes(answer) ? "Unknown" : "NotSent",
    )
  })

  it("leaves no step of a profile without a request", () => {
    const declared = walletProfiles.flatMap(({ errors }) =>
      errors.flatMap(({ answer, steps: own }) => (answer === "unknownNetwork" ? [] : own)),
    )
    expect(steps).toHaveLength(declared.length)
  })
})

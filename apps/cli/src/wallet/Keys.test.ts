import { fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import { fromSolanaWallet } from "@wmodal/chains/solana"
import { Fetch } from "@wmodal/protocol"
import { bitcoin, mainnet, solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { StoredWallet } from "../session/storedWallets.ts"
import { getStoredAddress, makeWatchOnlyKeys } from "./Keys.ts"
import { openWallet, origin } from "./openWallet.ts"

const settings = {
  projectId: null,
  endpoints: {},
  swapRouters: {},
  meldUrl: null,
  rpc: [],
  nodes: {},
  networks: [mainnet],
  network: null,
} as const

const sides = [
  {
    namespace: "solana",
    key: { kind: "test", index: 0 },
    addresses: [
      {
        address: "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
        publicKey: "C/Mrnw2wlnIDj+o2E5sY+YpfAUnvTOAzLkS5p36Dwi0=",
        chains: ["solana:mainnet"],
      },
    ],
    snapshot: null,
  },
  {
    namespace: "bip122",
    key: { kind: "test", index: 0 },
    addresses: [
      {
        address: "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te",
        publicKey: "A/wqdg2TCqFFmzUYX0V4T0tCBQMRsjLtSQ8F2xPx5IU=",
        chains: ["bitcoin:mainnet"],
        purpose: "payment",
      },
    ],
    snapshot: null,
  },
] as const satisfies readonly StoredWallet[]

describe("watch-only wallet", () => {
  it.each(sides.map((side) => [side.namespace, side] as const))(
    "shares the stored address of %s and signs nothing",
    async (_namespace, remembered) => {
      const keys = makeWatchOnlyKeys(remembered)
      if (keys.namespace === "eip155") throw new Error("another chain")
      const program = Effect.gen(function* () {
        const wallet = yield* openWallet({
          signer: { ...noSigner },
          settings,
          snapshot: null,
          approve: () => Effect.succeed("approve"),
          sides: [keys.side],
          features: { smartAccount: false, signOnly: true },
        })
        const standard = wallet.standard(origin)
        const network = keys.namespace === "solana" ? solana : bitcoin
        const connector =
          keys.namespace === "solana" ? fromSolanaWallet(standard) : fromBitcoinWallet(standard)
        const session = yield* connector.connect({ network, onLateApproval: () => {} })
        const [account] = session.accounts
        const refusal = yield* Effect.flip(connector.signMessage({ account, message: "hello" }))
        return { account, refusal }
      })
      const { account, refusal } = await Effect.runPromise(
        Effect.scoped(program).pipe(Effect.provideService(Fetch, { send: () => Effect.never })),
      )
      expect(account.endsWith(`:${getStoredAddress(remembered)}`)).toBe(true)
      expect(refusal.reason._tag).toBe("Unauthorized")
    },
  )
})

const refuse = Effect.die(new Error("nobody asks for this"))
const noSigner = {
  address: `0x${"0".repeat(40)}`,
  signMessage: () => refuse,
  signTypedData: () => refuse,
  signTypedValues: () => refuse,
  signTransaction: () => refuse,
  signAuthorization: () => refuse,
} as const

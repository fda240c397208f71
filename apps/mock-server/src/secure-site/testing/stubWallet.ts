import type { HandlerOptions } from "../../Handler.ts"
import type { UserWallet } from "../wallet/UserWallet.ts"

/** Creates a stub wallet on two EVM networks, one with smart accounts, whose methods a test can override. */
export const makeStubWallet = (id: string, over: Partial<UserWallet> = {}): UserWallet => ({
  accounts: async (chainId) => [
    { address: `${chainId} key of ${id}`, type: "eoa" },
    ...(chainId === "eip155:1"
      ? [{ address: `${chainId} contract of ${id}`, type: "smartAccount" } as const]
      : []),
  ],
  smartAccountDeployed: async () => false,
  smartAccountNetworks: () => [1],
  networks: () => ["eip155:1", "eip155:2"],
  read: async ({ method }) => method,
  describe: async ({ method }) => ({ title: method, lines: [{ label: "Method", text: method }], acts: [] }),
  perform: async ({ method }) => method,
  ...over,
})

/** Returns handler options with stub wallets and a fixed time. */
export const withStubWallet = (over: Partial<UserWallet> = {}): HandlerOptions => ({
  wallNow: () => 0,
  makeWallet: async () => (options) => makeStubWallet(options.user.id, over),
})

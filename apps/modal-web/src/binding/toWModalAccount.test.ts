import { expect, it } from "vitest"
import { toSharedAccounts } from "./toWModalAccount.ts"

const network = "bip122:000000000019d6689c085ae165831e93"
const [payment, ordinal] = ["bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", "bc1pother"]

it("returns what the wallet reports of each account: type, public key and path", () => {
  const shared = toSharedAccounts("bip122", {
    _tag: "Connected",
    wallet: { connectorId: "w", name: "W", icon: null },
    accounts: [`${network}:${payment}`, `${network}:${ordinal}`],
    account: `${network}:${payment}`,
    walletNetwork: network,
    details: { [payment]: { type: "payment", publicKey: "02ab", path: "m/84'/0'/0'/0/0" } },
  })
  expect(shared).toEqual([
    {
      caipAddress: `${network}:${payment}`,
      namespace: "bip122",
      address: payment,
      type: "payment",
      publicKey: "02ab",
      path: "m/84'/0'/0'/0/0",
    },
    {
      caipAddress: `${network}:${ordinal}`,
      namespace: "bip122",
      address: ordinal,
      type: null,
      publicKey: null,
      path: null,
    },
  ])
})

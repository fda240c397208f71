import { defineSigningSuite } from "@wmodal/dev-wallet/testing"
import { polkadot } from "@wmodal/protocol/networks"
import { polkadotActions } from "./actions.ts"

defineSigningSuite("Polkadot", async () => ({
  actions: polkadotActions,
  network: polkadot,
  from: "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
  to: "14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3",
  odd: ["", "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp4", "0x00", `${"1".repeat(48)}`],
}))

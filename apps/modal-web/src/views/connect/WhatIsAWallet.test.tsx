import { expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { WhatIsANetwork } from "../network/WhatIsANetwork.tsx"
import { NoWallets } from "./NoWallets.tsx"
import { WhatIsAWallet } from "./WhatIsAWallet.tsx"

it("explains keys and approvals, and leads to a wallet", () => {
  const shown = getTexts(renderScene("what-is-a-wallet", <WhatIsAWallet />))
  expect(shown).toEqual(expect.arrayContaining(["It keeps your keys", "It asks you first", "Get a wallet"]))
  expect(getTexts(renderScene("get-wallet", <NoWallets />))).toContain("What is a wallet?")
})

it("explains that balances and fees depend on the network", () => {
  const shown = getTexts(renderScene("what-is-a-network", <WhatIsANetwork />))
  expect(shown).toEqual(expect.arrayContaining(["Each has its own balances", "Each has its own fees"]))
  expect(shown).toContain("Choose Network")
})

import { mainnet } from "@wmodal/protocol/networks"
import { createPublicClient, http, parseEther } from "viem"
import { entryPoint08Abi } from "viem/account-abstraction"
import { expect, it } from "vitest"
import { startAnvil } from "./Anvil.ts"
import { accounts } from "./accounts.ts"
import {
  accountFactoryAddress,
  bundlerAddress,
  entryPointAddress,
  senderCreatorAddress,
} from "./entryPoint.ts"
import { genesisTimestamp } from "./genesis.ts"
import { makeGenesisState } from "./genesisState.ts"
import { getSmartAccountAddress, smartAccountAbi } from "./smartAccount.ts"

it("deploys the entry point and its helper as on public networks, and the factory of smart accounts", {
  timeout: 30_000,
}, async () => {
  const anvil = await startAnvil({
    chainId: 1,
    timestamp: genesisTimestamp,
    state: makeGenesisState(mainnet),
  })
  try {
    const client = createPublicClient({ transport: http(anvil.url) })
    const entryPoint = { address: entryPointAddress, abi: entryPoint08Abi } as const
    expect(await client.readContract({ ...entryPoint, functionName: "senderCreator" })).toBe(
      senderCreatorAddress,
    )
    expect(await client.readContract({ ...entryPoint, functionName: "eip712Domain" })).toMatchObject([
      "0x0f",
      "ERC4337",
      "1",
      1n,
      entryPointAddress,
      expect.anything(),
      [],
    ])
    for (const owner of accounts)
      expect(
        await client.readContract({
          address: accountFactoryAddress,
          abi: smartAccountAbi,
          functionName: "getAddress",
          args: [owner, 0n],
        }),
      ).toBe(getSmartAccountAddress(owner))
    expect(await client.getBalance({ address: bundlerAddress })).toBe(parseEther("1000000"))
  } finally {
    await anvil.end()
  }
})

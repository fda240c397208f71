import { toDeploymentKey } from "../explain/descriptor/DescriptorFormat.ts"

/** 1.2 has no pools of Uniswap's fourth version, and other commands in their place. */
type RouterVersion = "1.2" | "2.0"

/**
 * The Universal Router on the networks whose wrapped currency is known. 2.1 and later have other swap parameters.
 * Source: `deploy-addresses` of Uniswap/universal-router (npm: @uniswap/universal-router 2.0.0).
 */
const deployments: Readonly<Record<RouterVersion, readonly (readonly [chainId: bigint, address: string])[]>> =
  {
    "1.2": [
      [1n, "0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD"],
      [10n, "0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8"],
      [10n, "0xeC8B0F7Ffe3ae75d7FfAb09429e3675bb63503e4"],
      [56n, "0x4Dae2f939ACf50408e13d58534Ff8c2776d45265"],
      [56n, "0xeC8B0F7Ffe3ae75d7FfAb09429e3675bb63503e4"],
      [137n, "0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2"],
      [137n, "0x643770E279d5D0733F21d6DC03A8efbABf3255B4"],
      [8453n, "0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD"],
      [8453n, "0xeC8B0F7Ffe3ae75d7FfAb09429e3675bb63503e4"],
      [42161n, "0x5E325eDA8064b456f4781070C0738d849c824258"],
      [42161n, "0xeC8B0F7Ffe3ae75d7FfAb09429e3675bb63503e4"],
      [43114n, "0x4Dae2f939ACf50408e13d58534Ff8c2776d45265"],
      [43114n, "0x82635AF6146972cD6601161c4472ffe97237D292"],
    ],
    "2.0": [
      [1n, "0x66a9893cc07d91d95644aedd05d03f95e1dba8af"],
      [10n, "0x851116d9223fabed8e56c0e6b8ad0c31d98b3507"],
      [56n, "0x1906c1d672b88cd1b9ac7593301ca990f94eae07"],
      [137n, "0x1095692a6237d83c6a72f3f5efedb9a670c49223"],
      [8453n, "0x6ff5693b99212da76ad316178a184ab56d299b43"],
      [42161n, "0xa51afafe0263b40edaef0df8781ea9aa03e381a3"],
    ],
  }

const versions = new Map(
  (["1.2", "2.0"] as const).flatMap((version) =>
    deployments[version].map(([chainId, address]) => [toDeploymentKey(chainId, address), version] as const),
  ),
)

/** Returns which version of the router runs at an address, in any case; `null` for another contract. */
export const findRouterVersion = (chainId: bigint, address: string): RouterVersion | null =>
  versions.get(toDeploymentKey(chainId, address)) ?? null

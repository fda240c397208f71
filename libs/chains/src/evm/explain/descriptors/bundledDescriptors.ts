import type { BundledDescriptor } from "../DescriptorFile.ts"
import authorizations from "./own/authorizations.json" with { type: "json" }
import collectiblePermit from "./own/collectiblePermit.json" with { type: "json" }
import collectibles from "./own/collectibles.json" with { type: "json" }
import compound from "./own/compound.json" with { type: "json" }
import cowOrder from "./own/cowOrder.json" with { type: "json" }
import dai from "./own/dai.json" with { type: "json" }
import mail from "./own/mail.json" with { type: "json" }
import multicall from "./own/multicall.json" with { type: "json" }
import ownership from "./own/ownership.json" with { type: "json" }
import permit2 from "./own/permit2.json" with { type: "json" }
import permit2Calls from "./own/permit2Calls.json" with { type: "json" }
import safe from "./own/safe.json" with { type: "json" }
import seaport from "./own/seaport.json" with { type: "json" }
import snapshotVote from "./own/snapshotVote.json" with { type: "json" }
import tokens from "./own/tokens.json" with { type: "json" }
import uniswapV2 from "./own/uniswapV2.json" with { type: "json" }
import uniswapV3 from "./own/uniswapV3.json" with { type: "json" }
import uniswapX from "./own/uniswapX.json" with { type: "json" }
import wrapped from "./own/wrapped.json" with { type: "json" }
import registry from "./registry/files.json" with { type: "json" }

/** The deployments of Seaport 1.4, 1.5 and 1.6, the same on every network. Source: ProjectOpenSea/seaport. */
const seaportContracts = [
  "0x00000000000001ad428e4906aE43D8F9852d0dD6",
  "0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC",
  "0x0000000000000068F116a894984e2DB1123eB395",
]

/**
 * Files of the registry that read nothing by themselves. Those of vaults name neither asset nor share: they are for the
 * vaults that include them. Those of DAI give a permit that never ends a date in 1970: ours is used instead.
 */
const unused = /^ercs\/calldata-erc(4626|7540)|\/permit\/(?!common).*[-_]x?dai\b/

const registryFiles: Readonly<Record<string, object>> = {
  ...registry,
  ...Object.fromEntries(
    Object.entries(registry)
      .filter(([url]) => unused.test(url))
      .map(([url, descriptor]) => [url, { ...descriptor, context: {} }]),
  ),
}

/**
 * Files and formats of the registry that say what is handed away, and to whom by an address, a key or a number that no
 * one recognizes: orders, delegates, signers of votes, credentials of validators, markets with an oracle of their own.
 * Exchanges whose minimum or recipient no rule judges, and contracts that call others with what they were sent.
 */
const describing: readonly (readonly [file: RegExp, format: RegExp])[] = [
  [/\/(1inch|lens|opensea|paraswap|rarible)\/eip712-/, /^/],
  [/\/uniswap\/eip712-(UniswapX|uniswap-V2DutchOrder)/, /^/],
  [/\/1inch\/calldata-(AggregationRouterV[34]|NativeOrderFactory)/, /^/],
  [/\/1inch\/calldata-AggregationRouterV[56]/, /^(?!swap\()/],
  [/\/(okx|ondo-finance|paraswap)\/calldata-/, /^/],
  [/\/layerswap\/calldata-/, /^deposit/],
  [/\/starkgate\/calldata-/, /^deposit\(/],
  [/\/swell\/calldata-/, /^depositViaDepositManager\(/],
  [/\/celo\/calldata-celo_(accounts|governance|validators)/, /^/],
  [/\/(figment\/calldata-figment-batch|p2p\/calldata-P2p)/, /^/],
  [/\/morpho\/calldata-Morpho(Blue|Bundler)/, /^/],
  [/\/aave\/calldata-lpv3/, /^approvePositionManager\(/],
  [/\/safe\/calldata-BatchExecutor/, /^/],
  [/\/safe\/calldata-Safe(L2)?-/, /^(execTransaction|setup)\(/],
  [/\/safe\/calldata-SafeProxyFactory/, /^createProxyWithCallback\(/],
]

/**
 * The bundled descriptors, each with its path in the public registry, or the path that it would have. Ours of a contract
 * precede the registry's.
 */
export const bundledDescriptors: readonly BundledDescriptor[] = [
  { url: "registry/wrapped/calldata-wrapped.json", descriptor: wrapped },
  // The markets of Compound III, which credit the sender. Source: docs.compound.finance, Protocol Contracts.
  { url: "registry/compound/calldata-comet.json", descriptor: compound },
  { url: "registry/uniswap/eip712-permit2.json", descriptor: permit2 },
  // Only of a reactor, and only for the account, do these words hold.
  { url: "registry/uniswap/eip712-uniswapX.json", descriptor: uniswapX, describesOnly: /^/ },
  { url: "registry/uniswap/calldata-permit2.json", descriptor: permit2Calls },
  { url: "registry/uniswap/calldata-v2.json", descriptor: uniswapV2 },
  { url: "registry/uniswap/calldata-v3.json", descriptor: uniswapV3 },
  // Of these routers a batch is known too: its calls share what is sent.
  {
    url: "registry/uniswap/calldata-v3-multicall.json",
    descriptor: { ...uniswapV3, display: multicall.display },
  },
  { url: "registry/cow/eip712-order.json", descriptor: cowOrder },
  { url: "ercs/calldata-erc20-more.json", descriptor: tokens },
  { url: "ercs/calldata-collectibles-more.json", descriptor: collectibles },
  { url: "ercs/eip712-erc4494-permit.json", descriptor: collectiblePermit },
  { url: "ercs/eip712-dai-permit.json", descriptor: dai },
  { url: "ercs/eip712-erc3009-authorization.json", descriptor: authorizations },
  // Texts that no contract and no exchange acts upon, as the EIP's example and Snapshot define them.
  { url: "ercs/eip712-mail.json", descriptor: mail },
  { url: "registry/snapshot/eip712-vote.json", descriptor: snapshotVote },
  { url: "ercs/calldata-multicall.json", descriptor: multicall },
  { url: "ercs/calldata-ownership.json", descriptor: ownership },
  { url: "registry/safe/eip712-safe.json", descriptor: safe },
  ...seaportContracts.map((verifyingContract) => ({
    url: `registry/opensea/eip712-seaport-${verifyingContract}.json`,
    descriptor: { ...seaport, context: { eip712: { domain: { name: "Seaport", verifyingContract } } } },
  })),
  ...Object.entries(registryFiles).map(([url, descriptor]) => {
    const describesOnly = describing.find(([file]) => file.test(url))?.[1]
    return { url, descriptor, ...(describesOnly && { describesOnly }) }
  }),
]

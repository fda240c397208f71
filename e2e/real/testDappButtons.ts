import { firstAccount } from "../src/harness/modal.ts"

/** What pressing a button of MetaMask's test dApp has to show and to bring. */
interface TestButton {
  /** The `id` of its element. */
  readonly id: string
  /** Texts of its review, in order. None: it has no review. */
  readonly shows?: readonly string[]
  /** The labels of what has to be confirmed, in order. Default: none. */
  readonly acts?: readonly string[]
  /** Default: reject. */
  readonly answer?: "approve"
  /** The number of its requests. Default: 1. */
  readonly requests?: number
  /** The element that then shows the account: the dApp's own check of the signature. */
  readonly verifies?: string
  /** What each request brings, where it is neither 4001 for a rejection nor hex for an approval. */
  readonly brings?: { readonly code: number } | { readonly result: unknown }
}

/** Buttons of one of the dApp's cards, or of the samples that it calls malicious. */
export interface TestCard {
  readonly title: string
  readonly buttons: readonly TestButton[]
}

const ownAccount = firstAccount.toLowerCase()
const usdc = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"
const apes = "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D"
const drainer = "0x000062Accd1a9d62eF428eC86cA3dD4f45120000"
const keyless = "Let anyone with its key take it"
const unlimited = "Allow this address to spend all of it"
const trusted = "I trust this contract"
const anyway = "Continue anyway"
const blind = "I know what I sign"
const known = "I know this address"
/** Anvil simulates no call that creates a contract. */
const newCode = ["I know the code of this contract", anyway]

/** Its known address for stolen funds: no list of such addresses is asked. */
const badAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
/** A recipient and a spender without code. */
const recipient = "0x2f318C334780961FB129D2a6c30D0763d9a5C970"
const spender = "0x9bc5baF874d2DA8D216aE9f137804184EE5AfEF4"

const maliciousApproval = [
  "Approve",
  "0xE50a2dBc466D01a34c3e8b7e8e45Fce4f7da39e6",
  "18446744073709.551615 mUSDC",
  usdc,
]
const maliciousOperator = ["Grant all", "Unlimited mNFT approval"]
const maliciousPermit = ["0x1661F1B207629e4F385DA89cFF535C8E5Eb23Ee3", "1033366.316628 mUSDC", "Verified by"]
const mail = ["Sign a mail", "Cow", "Bob", "Hello, Bob!"]
/** The two calls with unknown data that its batches carry along. */
const unknownCalls = ["Unknown call", "0.000000001 ETH", "Unknown call", "0.0000000005 ETH"]

/** In an order in which each button's contract is there. */
export const testCards: readonly TestCard[] = [
  {
    title: "connection and permissions",
    buttons: [
      { id: "requestPermissions", brings: { result: [{ parentCapability: "eth_accounts" }] } },
      { id: "getPermissions", brings: { result: [{ parentCapability: "eth_accounts" }] } },
    ],
  },
  {
    title: "payments and deployments",
    buttons: [
      { id: "sendButton", shows: ["Send", "0 ETH", "no change of your balances"] },
      { id: "sendEIP1559Button", shows: ["Send", "0 ETH", "no change of your balances"] },
      { id: "sendEIP1559WithoutGasButton", shows: ["Send", "0 ETH", "no change of your balances"] },
      { id: "deployButton", answer: "approve", shows: ["Creates a contract"], acts: newCode },
      { id: "depositButton", answer: "approve", shows: ["4 ETH", "9,995."], acts: [trusted] },
      { id: "withdrawButton", shows: ["nothing leaves your account but the fee", "9,996."] },
      { id: "deployFailingButton", answer: "approve", shows: ["Creates a contract"], acts: newCode },
      { id: "sendFailingButton", shows: ["Send", "0 ETH", "This would fail"], acts: [anyway] },
      { id: "deployMultisigButton", answer: "approve", shows: ["Creates a contract"], acts: newCode },
      // Its gas limit is too low for a contract that takes ether.
      { id: "sendMultisigButton", shows: ["0.0000244140625 ETH", "This would fail"], acts: [anyway] },
      {
        id: "sendHeavyHexDataButton",
        shows: ["Unknown call", "0x0000000000000000000000000000000000000000"],
        acts: [trusted],
      },
    ],
  },
  {
    title: "ERC-20",
    buttons: [
      { id: "createToken", answer: "approve", shows: ["Creates a contract"], acts: newCode },
      { id: "watchAssets", brings: { result: true } },
      { id: "transferTokens", shows: ["Send", "1.5 TST", recipient, "10, then 8.5"] },
      {
        id: "approveTokens",
        shows: ["Approve", spender, "7 TST", "Much of your TST could be taken"],
        acts: [keyless],
      },
      { id: "increaseTokenAllowance", shows: ["Approve more", spender, "1 TST"] },
      { id: "transferTokensWithoutGas", shows: ["Send", "1.5 TST", recipient, "10, then 8.5"] },
      { id: "approveTokensWithoutGas", shows: ["Approve", recipient, "7 TST"], acts: [keyless] },
    ],
  },
  {
    title: "ERC-721",
    buttons: [
      { id: "deployNFTsButton", answer: "approve", shows: ["Creates a contract"], acts: newCode },
      {
        id: "mintButton",
        answer: "approve",
        shows: ["nothing leaves your account but the fee", "0 units, then 1 unit"],
      },
      { id: "watchNFTButton", brings: { result: true } },
      {
        id: "approveButton",
        shows: ["Approve operator for NFT", spender, "#1 of", "Your TDN NFT"],
        acts: [keyless],
      },
      {
        id: "setApprovalForAllButton",
        shows: [spender, "Grant all", "Unlimited TDN approval"],
        acts: [unlimited],
      },
      { id: "revokeButton", shows: [spender, "Deny all"] },
      { id: "transferFromButton", shows: ["Send NFT", recipient, "#1 of", "1 unit, then 0 units"] },
      {
        id: "sign721Permit",
        shows: ["Let take an NFT", "#3606393 of", "Signature valid until"],
        acts: [keyless],
      },
    ],
  },
  {
    title: "ERC-1155",
    buttons: [
      { id: "deployERC1155Button", answer: "approve", shows: ["Creates a contract"], acts: newCode },
      { id: "batchMintButton", answer: "approve", shows: ["Unknown call"], acts: [trusted] },
      { id: "batchTransferFromButton", shows: ["Send NFTs", recipient] },
      {
        id: "setApprovalForAllERC1155Button",
        shows: [spender, "Grant all", "Unlimited approval of a token"],
        acts: [unlimited],
      },
      { id: "revokeERC1155Button", shows: [spender, "Deny all"] },
      { id: "watchAssetButton", brings: { result: true } },
      // An empty form.
      { id: "eip747WatchButton", brings: { code: -32602 } },
    ],
  },
  {
    title: "calls at once",
    buttons: [
      { id: "eip5792SendCallsButton", shows: ["2 calls at once", ...unknownCalls], acts: [trusted] },
      {
        id: "eip5792SendCallsApprovalButton",
        shows: ["7 calls at once", "4.56 mUSDC", "1.23 mUSDC"],
        acts: [keyless, keyless, unlimited, unlimited, anyway],
      },
      {
        id: "eip5792SendCallsRequiredAssetsButton",
        shows: ["1 call", "nothing leaves your account but the fee"],
      },
      { id: "eip5792GetCapabilitiesButton", brings: { result: { "0x1": {} } } },
      {
        id: "swapComparisonSwapButton",
        shows: ["Swap", "0.0003 ETH", "You get at least", "Nothing", "50% of mUSDC", "You give it away"],
        acts: ["Give it away", anyway],
      },
      {
        id: "batchUsdcSwapExecuteButton",
        shows: ["3 calls at once", "0.5 mUSDC", "Permit2 by Uniswap", "Swap"],
        acts: ["Give it away", anyway],
      },
    ],
  },
  {
    title: "malicious requests",
    buttons: [
      {
        id: "maliciousRawEthButton",
        shows: ["Send", "0.00001 ETH", badAddress, "This would fail"],
        acts: [anyway],
      },
      { id: "mintSepoliaERC20", shows: ["Unknown call", "nothing leaves your account but the fee"] },
      { id: "maliciousERC20TransferButton", shows: ["Send", "0.0001 mUSDC", badAddress, "1,999,999.9999"] },
      {
        id: "maliciousApprovalButton",
        shows: [...maliciousApproval, "Unlimited mUSDC approval"],
        acts: [unlimited],
      },
      { id: "maliciousSetApprovalForAll", shows: [apes, ...maliciousOperator], acts: [unlimited] },
      { id: "maliciousContractInteractionButton", shows: ["Unknown call", drainer], acts: [trusted, anyway] },
      {
        id: "maliciousPermit",
        shows: [...maliciousPermit, "Much of your mUSDC could be taken"],
        acts: [keyless],
      },
      {
        id: "maliciousTradeOrder",
        shows: ["Unknown data", "erc20TokenAmount", "42000000000000"],
        acts: [blind],
      },
      {
        id: "maliciousSeaport",
        shows: ["In all", "offer[].token", "consideration[].recipient"],
        acts: [known, "Give it away", blind, "I have read it to its end"],
      },
    ],
  },
  {
    title: "malicious calls at once",
    buttons: [
      { id: "ppomSendMaliciousEthButton", shows: [badAddress, ...unknownCalls], acts: [trusted, anyway] },
      {
        id: "ppomSendMaliciousERC20TransferButton",
        shows: ["0.0001 mUSDC", badAddress, ...unknownCalls],
        acts: [trusted],
      },
      {
        id: "ppomSendMaliciousERC20ApprovalButton",
        shows: [...maliciousApproval, ...unknownCalls],
        acts: [unlimited, trusted],
      },
      {
        id: "ppomSendMaliciousSetApprovalForAllButton",
        shows: [apes, "Grant all", ...unknownCalls],
        acts: [unlimited, trusted],
      },
      {
        id: "ppomSendMaliciousContractInteractionButton",
        shows: [drainer, ...unknownCalls],
        acts: [trusted, anyway],
      },
      {
        id: "ppomSendThreeMaliciousTxsButton",
        shows: [...maliciousApproval, apes, "Grant all", drainer],
        acts: [unlimited, unlimited, trusted, anyway],
      },
    ],
  },
  {
    title: "many malicious requests",
    buttons: [
      {
        id: "sendEIP1559Batch",
        requests: 10,
        shows: ["9 more requests are pending", badAddress],
        acts: [anyway],
      },
      { id: "sendEIP1559Queue", requests: 10, shows: [badAddress], acts: [anyway] },
      {
        id: "signTypedDataV4Batch",
        requests: 10,
        shows: ["9 more requests are pending", ...maliciousPermit],
        acts: [keyless],
      },
      { id: "signTypedDataV4Queue", requests: 10, shows: maliciousPermit, acts: [keyless] },
    ],
  },
  {
    title: "malicious requests in other forms",
    buttons: [
      { id: "maliciousSendWithOddHexData", shows: ["0.00001 ETH", badAddress], acts: [trusted, anyway] },
      { id: "maliciousApproveERC20WithOddHexData", shows: maliciousApproval, acts: [unlimited] },
      {
        id: "maliciousSendWithoutHexPrefixValue",
        shows: ["0.072057594037927935 ETH", badAddress],
        acts: [anyway],
      },
      {
        id: "maliciousPermitHexPaddedChain",
        shows: ["Unknown data", "Much of your mUSDC could be taken"],
        acts: [keyless, blind],
      },
      {
        id: "maliciousPermitIntAddress",
        shows: ["Unknown data", "Much of your balance could be taken"],
        acts: [keyless, known, blind],
      },
    ],
  },
  {
    title: "messages and typed data",
    buttons: [
      { id: "ethSign", shows: ["Unknown request", "eth_sign"], acts: [blind] },
      { id: "personalSign", answer: "approve", shows: ["Sign message", "Example `personal_sign` message"] },
      // The dApp compares letters, and MetaMask has accounts in lower case: it shows nothing.
      { id: "personalSignVerify", brings: { result: ownAccount } },
      {
        id: "signTypedData",
        answer: "approve",
        shows: ["Unknown request", "eth_signTypedData"],
        acts: [blind],
      },
      { id: "signTypedDataVerify", requests: 0, verifies: "signTypedDataVerifyResult" },
      { id: "signTypedDataV3", answer: "approve", shows: mail, acts: [known] },
      { id: "signTypedDataV3Verify", requests: 0, verifies: "signTypedDataV3VerifyResult" },
      { id: "signTypedDataV4", answer: "approve", shows: mail, acts: [known] },
      { id: "signTypedDataV4Verify", requests: 0, verifies: "signTypedDataV4VerifyResult" },
      {
        id: "signPermit",
        answer: "approve",
        shows: ["Authorize spending", "3000 base units"],
        acts: [keyless, known],
      },
      { id: "signPermitVerify", requests: 0, verifies: "signPermitVerifyResult" },
      { id: "signBlurOrder", shows: ["Unknown data", "collection", "listingsRoot"], acts: [known, blind] },
      { id: "signPermitSingle", shows: ["Authorize spending", "Unlimited mUSDC"], acts: [unlimited] },
      {
        id: "signPermitBatch",
        shows: ["Authorize spending", "Unlimited mUSDC"],
        acts: [unlimited, unlimited, blind],
      },
      {
        id: "signSeaportBulkOrder",
        shows: ["In all", "offerer"],
        acts: [blind, "I have read it to its end"],
      },
    ],
  },
  {
    title: "sign-in messages",
    buttons: [
      { id: "siwe", shows: ["wants you to sign in", "Nonce: 32891757"] },
      { id: "siweResources", shows: ["wants you to sign in", "Resources:"] },
      { id: "siweBadDomain", shows: ["metamask.badactor.io"], acts: ["Sign in at metamask.badactor.io"] },
      { id: "siweBadAccount", shows: ["Sign-in for another account"], acts: ["Sign in for another account"] },
      { id: "siweMalformed", shows: ["Incomplete sign-in"], acts: ["Sign it as it is"] },
    ],
  },
  {
    title: "malformed requests",
    buttons: [
      { id: "signInvalidType", shows: ["Unknown data"], acts: [blind] },
      { id: "signEmptyDomain", shows: ["Unknown data"], acts: [blind] },
      { id: "signExtraDataNotTyped", shows: ["Unknown data", "Hello, Bob!"], acts: [blind] },
      { id: "signInvalidPrimaryType", shows: ["Unknown data"], acts: [blind] },
      { id: "signNoPrimaryTypeDefined", shows: ["Unknown data"], acts: [blind] },
      { id: "signInvalidVerifyingContractType", shows: ["Unknown data"], acts: [known, blind] },
      { id: "sendWithInvalidValue", brings: { code: -32602 } },
      { id: "sendWithInvalidTxType", shows: ["Unknown request"], acts: [blind] },
      { id: "sendWithInvalidRecipient", brings: { code: -32602 } },
      { id: "sendWithInvalidGasLimit", brings: { code: -32602 } },
      { id: "sendWithInvalidMaxFeePerGas", brings: { code: -32602 } },
      { id: "sendTempoBatchTx", shows: ["Unknown request"], acts: [blind] },
      // An empty form.
      { id: "submitForm", brings: { code: -32602 } },
    ],
  },
  {
    title: "networks and encryption",
    buttons: [
      // What a wallet would decrypt is a secret that no review shows.
      { id: "getEncryptionKeyButton", brings: { code: 4200 } },
      { id: "addEthereumChain", brings: { result: null } },
      { id: "switchEthereumChain", brings: { result: null } },
    ],
  },
]

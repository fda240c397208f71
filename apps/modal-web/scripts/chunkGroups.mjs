import { isLateHalf } from "./lateHalves.mjs"

/**
 * The chunks that load on demand. `entries` are the files that are imported dynamically; `after` are the chunks that
 * are always loaded before.
 */
const chunks = {
  // The frame, the list of wallets, the engine, and the discovery of EVM wallets, which nearly every page needs.
  engine: { entries: ["modal-web/src/engine.tsx", "chains/src/evm/module.ts"], after: [] },
  // Discovery of wallets. Solana and Bitcoin share Wallet Standard, which is most of it.
  standard: {
    entries: ["chains/src/solana/module.ts", "chains/src/bitcoin/module.ts"],
    after: ["engine"],
  },
  polkadot: { entries: ["chains/src/polkadot/module.ts"], after: ["engine"] },
  directory: {
    entries: ["core/src/clients/openDirectory.ts", "core/src/connectors/keepRowOrder.ts"],
    after: ["engine"],
  },
  // For a host that enables it.
  analytics: { entries: ["core/src/analytics/openAnalytics.ts"], after: ["directory"] },
  clients: { entries: ["core/src/clients/makeClients.ts"], after: ["directory"] },
  // A connection in progress, the styles and messages of all later views, and errors.
  connect: {
    entries: [
      "core/src/connection/openConnection.ts",
      "core/src/account/makeAccountReader.ts",
      "core/src/networks/makeNetworkSwitch.ts",
      "core/src/clients/getImageId.ts",
      "core/src/views/emitViewEvent.ts",
      "modal-web/src/getLateRoute.tsx",
      "modal-web/src/binding/toWModalAccount.ts",
      "views/connect/connecting.ts",
      "views/connect/chains.ts",
      "views/connect/LateApprovalNotice.tsx",
      "views/errorViews.ts",
      "views/viewStyles.ts",
      "messages/walletMessages.ts",
      "binding/toPageError.ts",
      "problems/presentProblem.ts",
    ],
    after: ["directory"],
  },
  // What connectors of all chains share, and what the connectors, sessions and actions of one chain share.
  connectors: { entries: [], after: ["directory"] },
  // The connector of installed EVM wallets, which sessions use too.
  "evm-shared": { entries: ["chains/src/evm/EvmConnector.ts"], after: ["connectors", "connect"] },
  "standard-shared": { entries: [], after: ["standard", "connectors"] },
  // The connector of Solana, also for sessions: the codecs of transactions are later.
  "solana-shared": {
    entries: ["chains/src/solana/SolanaConnector.ts"],
    after: ["standard-shared", "connect"],
  },
  // The connector of Bitcoin, also for sessions: all that needs bitcoinjs-lib is later.
  "bitcoin-shared": {
    entries: ["chains/src/bitcoin/BitcoinConnector.ts"],
    after: ["standard-shared", "standard", "connect"],
  },
  "polkadot-shared": { entries: [], after: ["standard-shared"] },
  // The codecs of Solana's transactions: for the first payment or request.
  "solana-requests": {
    entries: ["chains/src/solana/solanaWalletCalls.ts", "chains/src/solana/guard/guardedCalls.ts"],
    after: ["solana-shared"],
  },
  // bitcoinjs-lib, and what signs with it: for the first payment or request.
  "bitcoin-psbt": {
    entries: ["chains/src/bitcoin/bitcoinWalletCalls.ts", "chains/src/bitcoin/guard/psbtFeatureCall.ts"],
    after: ["bitcoin-shared", "standard", "connect"],
  },
  "polkadot-connector": {
    entries: [
      "chains/src/polkadot/PolkadotConnector.ts",
      "chains/src/polkadot/injected/makeInjectedConnector.ts",
    ],
    after: ["polkadot-shared", "polkadot", "connect"],
  },
  // What the account, the lists and the ways to sign in share.
  common: { entries: [], after: ["connect", "clients"] },
  account: {
    entries: ["views/account/Account.tsx", "core/src/flows/openFlows.ts", "views/paymentStyles.ts"],
    after: ["common"],
  },
  // The messages of payments and requests.
  payments: { entries: ["messages/paymentMessages.ts"], after: ["account"] },
  // Whose signature it is: of what was sent on EVM, and in bitcoinjs-lib.
  secp256k1: { entries: ["@noble/curves/esm/secp256k1.js"], after: [] },
  // In a frame of Safe's page, or with Coinbase Wallet's library.
  "evm-own": { entries: ["chains/src/evm/ownWallets.ts"], after: ["engine"] },
  // What the reviews of all chains share.
  reviews: { entries: [], after: ["connectors", "account"] },
  "evm-actions": {
    entries: ["chains/src/evm/actions.ts", "chains/src/evm/evmWalletCalls.ts"],
    after: ["reviews", "evm-shared"],
  },
  // The descriptors of contracts, for the first review.
  "evm-descriptors": {
    entries: ["chains/src/evm/explain/descriptors/bundledDescriptors.ts"],
    after: ["evm-actions"],
  },
  "solana-actions": {
    entries: ["chains/src/solana/actions.ts"],
    after: ["solana-requests", "reviews"],
  },
  // The transaction of a payment link's server.
  "solana-server": {
    entries: ["chains/src/solana/server/readServerTransaction.ts"],
    after: ["solana-actions"],
  },
  "bitcoin-actions": {
    entries: ["chains/src/bitcoin/actions.ts", "protocol/src/transport/Rest.ts"],
    after: ["reviews", "bitcoin-psbt", "standard", "secp256k1"],
  },
  "polkadot-actions": {
    entries: ["chains/src/polkadot/actions.ts"],
    after: ["reviews", "polkadot-shared", "polkadot"],
  },
  // What a page calls and follows beyond opening and closing.
  host: {
    entries: ["modal-web/src/host/index.ts", "core/src/rareOptions/changeOptions.ts"],
    after: ["connect"],
  },
  network: { entries: ["views/network/index.ts"], after: ["connect"] },
  wallet: { entries: ["views/wallet/WalletView.tsx"], after: ["account", "payments"] },
  funding: {
    entries: ["views/funding/FundingView.tsx", "core/src/funding/makeFunding.ts"],
    after: ["account", "payments"],
  },
  // Sign-in with a signature: the engine's part, the views, and each plugin.
  siwx: { entries: ["core/src/siwx/openSiwx.ts"], after: ["connect"] },
  "siwe-config": { entries: ["core/src/siwx/siweToSiwx.ts"], after: ["siwx"] },
  "siwx-views": { entries: ["views/siwx/SiwxView.tsx"], after: ["wallet", "siwx"] },
  "siwx-server": { entries: ["core/src/siwx/plugins/serverPlugin.ts"], after: ["siwx", "common"] },
  // Sign-in by the wallet's prompt to connect.
  "siwx-one-step": {
    entries: ["core/src/siwx/offerSignIn.ts", "core/src/siwx/takeSigned.ts"],
    after: ["siwx", "common"],
  },
  // Of the embedded wallet.
  "siwx-frame": {
    entries: ["chains/src/frame/signWhenConnected.ts"],
    after: ["sign-in", "siwx-one-step"],
  },
  "siwx-page": { entries: ["core/src/siwx/plugins/pagePlugin.ts"], after: ["siwx", "common"] },
  "siwx-api": { entries: ["core/src/siwx/plugins/apiPlugin.ts"], after: ["siwx", "common"] },
  // Payment links whose server makes the transaction.
  "server-payments": { entries: ["core/src/send/makeServerPayments.ts"], after: ["account"] },
  // Names of accounts: the engine's part, and the views.
  names: { entries: ["core/src/names/makeNames.ts"], after: ["account"] },
  "names-views": { entries: ["views/names/NamesView.tsx"], after: ["wallet", "names"] },
  // What apps may spend without asking: the engine's part, and the views.
  sessions: { entries: ["core/src/sessions/makeSessions.ts"], after: ["account"] },
  "sessions-views": { entries: ["views/sessions/SessionsView.tsx"], after: ["wallet", "sessions"] },
  // The networks that users add.
  "own-networks": {
    entries: ["core/src/ownNetworks/makeOwnNetworks.ts", "views/ownNetworks/OwnNetworksView.tsx"],
    after: ["account"],
  },
  lists: {
    entries: ["views/connect/ListView.tsx", "core/src/wallets/makeWallets.ts"],
    after: ["common"],
  },
  walletconnect: {
    entries: [
      "views/connect/WalletConnectView.tsx",
      "core/src/pairing/openPairing.ts",
      "chains/src/walletconnect/runWalletConnect.ts",
    ],
    after: ["common"],
  },
  "evm-session": {
    entries: ["chains/src/remote/eip155SessionConnector.ts"],
    after: ["evm-shared", "walletconnect"],
  },
  "solana-session": {
    entries: ["chains/src/remote/solanaSessionConnector.ts"],
    after: ["solana-shared", "walletconnect"],
  },
  "solana-session-requests": {
    entries: ["chains/src/remote/solanaTransactions.ts"],
    after: ["solana-requests", "solana-session"],
  },
  "bitcoin-session": {
    entries: ["chains/src/remote/bitcoinSessionConnector.ts"],
    after: ["bitcoin-shared", "standard", "walletconnect"],
  },
  "polkadot-session": {
    entries: ["chains/src/remote/polkadotSessionConnector.ts"],
    after: ["polkadot-shared", "polkadot", "walletconnect"],
  },
  "sign-in-methods": { entries: ["views/signIn/signInMethods.ts"], after: ["engine"] },
  "sign-in": {
    entries: [
      "views/signIn/SignInView.tsx",
      "core/src/signIn/openSignIn.ts",
      "chains/src/frame/runEmbeddedWallet.ts",
      "modal-web/src/binding/frameHost.ts",
    ],
    after: ["common", "sign-in-methods"],
  },
  "solana-formats": { entries: ["chains/src/frame/solanaFormats.ts"], after: ["sign-in"] },
}

/** Modules that several chunks need and that are worth no file of their own: each joins those it is used with. */
const joined = {
  // Every connector needs them.
  clients: [
    "protocol/src/feedStreams.ts",
    "chains/src/wallet/ProviderError.ts",
    "chains/src/wallet/refusal.ts",
    "chains/src/wallet/walletErrors.ts",
    "chains/src/wallet/connectDetached.ts",
    "chains/src/evm/Hex.ts",
    "chains/src/evm/chainId.ts",
    "chains/src/text/base64.ts",
  ],
  // Addresses of every chain, for whatever shows an account.
  addresses: [
    "protocol/src/Segwit.ts",
    "protocol/src/BitcoinAddress.ts",
    "protocol/src/SolanaAddress.ts",
    "protocol/src/PolkadotAddress.ts",
    "protocol/src/ChainAddress.ts",
    "@noble/hashes/esm/_md.js",
    "@noble/hashes/esm/sha2.js",
  ],
  // Wallets of EVM, also the embedded one.
  checksums: [
    "@noble/hashes/esm/sha3.js",
    "chains/src/evm/checksumAddress.ts",
    "protocol/src/transport/nodeReadMethods.ts",
    "chains/src/evm/guard/GuardedRequest.ts",
    "chains/src/evm/guard/cloneRequest.ts",
    "chains/src/evm/guard/passthrough.ts",
  ],
  // Wallets on another device or in a frame.
  remote: [
    "chains/src/remote/decodeProperty.ts",
    "chains/src/remote/localMethods.ts",
    "chains/src/remote/WalletRejection.ts",
    "chains/src/remote/NamespaceSession.ts",
  ],
}

/** The files with which the chunks begin that load until Connect can be used. */
export const earlyEntries = ["engine", "standard", "polkadot"].flatMap((name) => chunks[name].entries)

/** Returns a chunk and all chunks that are loaded before it, itself first. */
const withEarlier = (name) => [...new Set([name, ...chunks[name].after.flatMap(withEarlier)])]

/** Returns the last chunk that is loaded before each of these, or is one of them. */
const findCommon = (names) => {
  const [first, ...others] = names.map(withEarlier)
  return first.find((name) => others.every((earlier) => earlier.includes(name)))
}

/**
 * Returns the chunk of a module that these chunks need; `null` for one that follows its importers. A small one, which
 * needs the directory's chunk at most, is not worth a file.
 */
const nameChunk = (names, id, isSmall) => {
  const common = findCommon(names)
  const isOurs = /core.src|modal-web.src/.test(id)
  // Each chain needs other hashes and curves, and addresses need them.
  const isOfChains =
    (common === "common" && !isOurs) ||
    (/^(connectors|standard-shared)$/.test(common) && /node_modules/.test(id))
  const isLate = common === "engine" || common === "directory"
  if (names.includes(common)) return common
  // Discovery of wallets and their connectors have little in common.
  if (names.some((name) => /^(standard|polkadot)$/.test(name))) return common
  if (!isOfChains && !isLate) return common
  // The directory is the first late chunk, so it has what many of them need.
  if (isLateHalf(id) || /node_modules.(zod|effect)/.test(id)) return "directory"
  if (isSmall && common !== "engine") return "directory"
  return isLate && isOurs ? "shared" : null
}

/**
 * Returns the groups for `codeSplitting`, from the output of a build without them: there, every module is in a chunk
 * with the modules of the same importers.
 */
export const makeChunkGroups = (output) => {
  const byFile = new Map(output.map((chunk) => [chunk.fileName, chunk]))
  const addWithImports = (seen, fileName) => {
    const chunk = byFile.get(fileName)
    if (chunk === undefined || seen.has(chunk)) return seen
    seen.add(chunk)
    for (const next of chunk.imports) addWithImports(seen, next)
    return seen
  }
  const fileOf = (entry) => {
    const found = output.find(({ moduleIds }) =>
      moduleIds.some((id) => id.replaceAll("\\", "/").endsWith(`/${entry}`)),
    )
    if (found === undefined)
      throw new Error(`No module ${entry} in the build: correct scripts/chunkGroups.mjs.`)
    return found.fileName
  }
  const closure = (files) => files.reduce(addWithImports, new Set())

  const early = closure(output.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  const users = new Map()
  for (const [name, { entries }] of Object.entries(chunks))
    for (const chunk of closure(entries.map(fileOf)))
      if (!early.has(chunk)) users.set(chunk, [...(users.get(chunk) ?? []), name])

  const withDirectory = closure(chunks.directory.entries.map(fileOf))
  const isSmall = ({ code, imports }) =>
    code.length < 1000 && imports.every((fileName) => withDirectory.has(byFile.get(fileName)))

  const chosen = new Map()
  for (const [chunk, names] of users)
    for (const id of chunk.moduleIds) {
      const name = nameChunk(names, id, isSmall(chunk))
      if (name !== null) chosen.set(id, name)
    }
  const late = [...users.keys()].flatMap(({ moduleIds }) => moduleIds)
  for (const [name, files] of Object.entries(joined))
    for (const file of files) {
      const ids = late.filter((id) => id.replaceAll("\\", "/").endsWith(file))
      if (ids.length !== 1)
        throw new Error(`${file} is ${ids.length} late modules: correct scripts/chunkGroups.mjs.`)
      chosen.set(ids[0], name)
    }
  return [{ name: (id) => chosen.get(id), debugName: "chunks", test: (id) => chosen.has(id) }]
}

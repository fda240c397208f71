/** The account flows' messages in English: id → ICU message. They load with the flows. */
export const flowMessages = {
  "flow.transactions": "Failed to fetch transactions",
  "flow.balance": "Token Balance Unavailable",
  "flow.send": "Something went wrong",
  "flow.sign": "Something went wrong",
  "flow.send.solana": "Failed to send transaction. Please try again.",
  "flow.look": "Could not check the transaction",

  "flow.started": "Transaction started",
  "flow.startedLate": "Transaction started after you went back",

  "flow.read.answered": "The network answered with an error. Nothing has changed. Try again.",
  "flow.read.status": "HTTP status code {status}",
  "flow.read.unreachable":
    "Nobody could be reached. Nothing has changed. Check your connection and try again.",
  "flow.read.malformed": "The answer cannot be read. Nothing has changed. Try again.",
  "flow.read.timedOut": "The answer took too long. Nothing has changed. Try again.",
  "flow.read.noEndpoint": "This site has nobody to ask. Nothing has changed. Tell its owner.",
  "flow.unsent.answered": "The network answered with an error. Nothing was sent. Try again.",
  "flow.unsent.status": "HTTP status code {status}. Nothing was sent. Try again.",
  "flow.unsent.unreachable":
    "Nobody could be reached. Nothing was sent. Check your connection and try again.",
  "flow.unsent.malformed": "The answer cannot be read. Nothing was sent. Try again.",
  "flow.unsent.timedOut": "The answer took too long. Nothing was sent. Try again.",
  "flow.unsent.notConnected": "No wallet is connected. Nothing was sent. Connect one first.",
  "flow.unsent.unsupportedChain":
    "This site does not work on the network that your wallet is on. Nothing was sent. Switch to another one.",
  "flow.unsent.unknown": "Something unexpected happened. Nothing was sent. You can try again.",
  "flow.unsent.noEndpoint": "This site has nobody to ask. Nothing was sent. Tell its owner.",

  "flow.originNotAllowed": "Invalid App Configuration",
  "flow.originNotAllowed.body":
    "The server does not serve this site. Nothing has changed. Its owner must allow the site's address.",
  "flow.sessionExpired": "Session Expired",
  "flow.sessionExpired.body":
    "The clocks of this device and the server differ. Nothing has changed. Set the clock and try again.",
  "flow.invalidKey": "Invalid Project ID",
  "flow.invalidKey.body":
    "The server does not know this site. Nothing has changed. Its owner must correct the projectId.",

  "flow.declined": "Signature declined",
  "flow.declined.body": "Nothing was sent. You can try again.",
  "flow.wallet.alreadyAsking":
    "Your wallet already shows a request. Nothing more was asked. Open your wallet and answer it.",
  "flow.wallet.locked": "Your wallet is locked. Nothing was sent. Unlock it, then try again.",
  "flow.wallet.notInstalled": "Your wallet is no longer there. Nothing was sent. Install it again.",
  "flow.wallet.notLoaded":
    "A part of this page did not load. Nothing was sent. Check your connection and try again.",
  "flow.wallet.unauthorized": "The wallet has not allowed this site to ask. Nothing was sent. Connect again.",
  "flow.wallet.unsupported": "Your wallet does not know {method}. Nothing was sent. Try another wallet.",
  "flow.wallet.offline":
    "Your wallet has lost its own connection. Nothing was sent. Check it, then try again.",
  "flow.wallet.network": "Your wallet is not on {network}. Nothing was sent. Switch it to that network.",
  "flow.wallet.altered":
    "Your wallet signed something else than you saw. Nothing was sent. Use another wallet.",
  "flow.wallet.malformed": "Your wallet gave no usable answer. Nothing was sent. Try again.",
  "flow.wallet.expired": "Your wallet did not answer in time. Nothing was sent. You can try again.",
  "flow.wallet.refused":
    "What lies between this site and your wallet does not serve this site. Nothing was sent.",
  "flow.wallet.failed": "Your wallet said: {text}. Nothing was sent. You can try again.",
  "flow.wallet.silent": "Your wallet did not say why. Nothing was sent. You can try again.",

  "flow.amount": "Incorrect amount",
  "flow.amount.body": "Please enter a valid amount",
  "flow.incomplete": "Please enter a valid amount and receiver address",
  "flow.insufficient": "Insufficient balance",
  "flow.insufficient.token": "You have less than that. Nothing was sent. Enter a smaller amount.",
  "flow.insufficient.gas":
    "There is not enough of the network's own currency for the fee. Nothing was sent. Add some, or send less.",
  "flow.reverts": "This payment would fail",
  "flow.reverts.body":
    "The chain would refuse it and still take the fee. Nothing was sent. Change the payment.",
  "flow.reverts.said": "It would be refused: {text}. Nothing was sent. Change the payment.",
  "flow.suspicious": "This payment does more than you asked",
  "flow.suspicious.body":
    "Tried out, it took more from your account than this amount. Nothing was sent. Do not use this token.",
  "flow.inscribed": "This address keeps your ordinals",
  "flow.inscribed.body":
    "A payment from here could spend inscribed coins like any others. Nothing was sent. Choose your payment address.",
  "flow.stopped": "Confirm the recipient first",
  "flow.stopped.body":
    "Something about this recipient needs your attention. Nothing was sent. Look at it again.",
  "flow.danger": "Look at this request first",
  "flow.danger.body": "Something about it needs your attention. Nothing was signed. Look at it again.",
  "flow.twin": "This may already be on its way",
  "flow.twin.body":
    "You asked for the same payment before, and it is not settled. Nothing more was sent. Check on the first one.",
  "flow.notRaised": "The fee was not raised",
  "flow.notRaised.body": "This payment no longer waits. Nothing more was sent. Look at your transactions.",
  "flow.notRaised.said": "{text}. Nothing more was sent. The payment waits as it was.",
  "flow.changed": "The account or network has changed",
  "flow.changed.body": "Nothing was sent. Look at the payment again before you send it.",

  "flow.swap.initialize": "Failed to initialize swap",
  "flow.swap.price": "Failed to fetch network token price",
  "flow.swap.quote": "Failed to fetch a quote",
  "flow.swap.allowance": "Failed to check allowance",
  "flow.swap.approval": "Failed to create approval transaction",
  "flow.swap.transaction": "Failed to create transaction",
  "flow.swap.send": "Transaction error",
  "flow.swap.noQuote": "No quote for this swap",
  "flow.swap.noQuote.body":
    "The exchange does not trade this amount of these tokens. Nothing was swapped. Change the amount or a token.",
  "flow.swap.refused": "This swap is not what you asked for",
  "flow.swap.refused.spender":
    "Somebody else than who swaps would be allowed to take your tokens. Nothing was swapped. Do not swap here.",
  "flow.swap.refused.sender":
    "What the exchange built is for another account. Nothing was swapped. Do not swap here.",
  "flow.swap.refused.recipient":
    "Tried out, nothing of it arrived in your account. Nothing was swapped. Do not swap here.",
  "flow.swap.refused.source":
    "Tried out, it took more from your account than this amount. Nothing was swapped. Do not swap here.",
  "flow.swap.refused.minimum":
    "Tried out, less arrived than the minimum. Nothing was swapped. Review again, or allow more slippage.",
  "flow.swap.refused.approval":
    "It could let somebody take all that you have of a token. Nothing was swapped. Do not swap here.",
  "flow.swap.reverts": "This swap would fail",
  "flow.swap.reverts.body":
    "Tried out, the chain refused it. Nothing was swapped. Change the amount, or review again.",
  "flow.swap.stopped": "Look at this swap first",
  "flow.swap.stopped.body":
    "Something about it needs your attention. Nothing was swapped. Confirm that you want it all the same.",
  "flow.swap.stale": "This quote is out of date",
  "flow.swap.stale.body": "Prices may have moved. Nothing was swapped. Review again.",
  "flow.swap.twin":
    "You asked for the same before, and it is not settled. Nothing more was sent. Check on the first one.",
  "flow.swap.changed": "Nothing was swapped. Look at the swap again before you confirm it.",
  "flow.swap.unsupported": "No swaps on this network",
  "flow.swap.unsupported.body": "Nothing was sent. Switch to a network with swaps.",
  "flow.swap.approvalStays": "Your approval stays: you find it in your activity",
  "flow.swap.approvalFailed":
    "The approval did not go through, and the swap was not asked for. No token has moved. Review again.",

  "flow.ambiguousToken": "Several tokens have this symbol",
  "flow.ambiguousToken.body":
    "You have more than one {symbol}. Nothing was sent. Say which by its address: {addresses}",

  "flow.notAnAddress": "Neither an address nor a name",
  "flow.notAnAddress.body": "Nothing was sent, and what you typed is kept. Check it for a missing character.",
  "flow.wrongChecksum": "This address has a typo",
  "flow.wrongChecksum.body": "One of its characters is wrong. Nothing was sent. Copy the address again.",
  "flow.otherChain": "This address belongs to another chain",
  "flow.otherChain.body": "It is for {chain}. Nothing was sent. Ask for an address on this network.",
  "flow.name": "Error resolving name",
  "flow.name.unknown":
    "Nobody has the name {text}. Nothing was sent, and what you typed is kept. Check the spelling.",
  "flow.name.notRead":
    "Nobody could be asked who {text} is. Nothing was sent, and what you typed is kept. Try again.",

  "flow.malformed": "Not a signed transaction",
  "flow.malformed.body":
    "These bytes are no transaction of this network. Nothing was sent. Check what you pasted.",
  "flow.refused": "The network refused it",
  "flow.refused.body": "It said: {text}. Nothing was sent. Sign a new transaction.",
  "flow.nonce": "Another transaction took its place",
  "flow.nonce.body":
    "One with the same number was sent before. Nothing was sent now. Look at your transactions.",
  "flow.uncertain": "It may have been sent",
  "flow.uncertain.body": "The answer was lost. Do not sign it again: check whether it has arrived.",

  "action.checkAgain": "Check again",
  "action.changeAmount": "Change the amount",
  "action.changeRecipient": "Change the recipient",
  "action.chooseToken": "Choose another token",
  "action.reviewAgain": "Review again",
} as const

export type FlowMessageId = keyof typeof flowMessages

/** Messages of receiving and buying. They load with those of every view except the first. */
export const fundingMessages = {
  "account.receive": "Receive",

  "title.WalletReceive": "Receive",

  "receive.off": "Receiving is turned off",
  "receive.offText": "This site does not offer it. Your wallet shows your address, too.",
  "receive.network": "Receive on {network}. Choose another network",
  "receive.on": "Receive on",
  "receive.code": "QR code of your address on {network}",
  "receive.codeRequest": "QR code that requests {amount} on {network}",
  "receive.address": "Your address on {network}",
  "receive.copyLink": "Copy link",
  "receive.addAmount": "Request an amount",
  "receive.removeAmount": "Without an amount",
  "receive.amount": "Amount in {symbol}",
  "receive.token": "Token to request",
  "receive.invalid":
    "Enter an amount above zero, with at most {decimals, plural, one {# decimal} other {# decimals}}.",
  "receive.requests": "The code asks for {amount} on {network}.",
  "receive.noAmount": "The payer chooses the amount.",
  "receive.arrived": "Received {amount}",
  "receive.arrivedText": "It is in your balance.",
  "receive.warn.Testnet": "{network} is a test network",
  "receive.warn.TestnetText":
    "Its tokens have no value. Your address is the same on networks with real money: what is sent there does not arrive here.",
  "receive.warn.SmartAccount": "Only receive on {network}",
  "receive.warn.SmartAccountText":
    "This is a smart account. On another network, the same address may not be yours.",
  "receive.warn.OtherNetworks": "Only send on {network}",
  "receive.warn.OtherNetworksText":
    "Your address is the same on other networks, but what is sent there does not arrive here.",
  "receive.warn.Ordinals": "This address holds your ordinals",
  "receive.warn.OrdinalsText": "Nothing is sent from here. To receive money, choose your payment address.",
} as const

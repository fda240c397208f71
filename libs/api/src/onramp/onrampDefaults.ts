import type { OnrampOptions, OnrampQuote, PaymentCurrency, PurchaseCurrency } from "./contract.ts"

const makePaymentCurrency = (id: string): PaymentCurrency => ({
  id,
  payment_method_limits: [
    { id: "card", min: "10.00", max: "7500.00" },
    { id: "ach_bank_account", min: "10.00", max: "25000.00" },
  ],
})

const makePurchaseCurrency = (name: string, symbol: string): PurchaseCurrency => ({
  id: "2b92315d-eab7-5bef-84fa-089a131333f5",
  name,
  symbol,
  networks: [
    {
      name: "ethereum-mainnet",
      display_name: "Ethereum",
      chain_id: "1",
      contract_address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    },
    {
      name: "polygon-mainnet",
      display_name: "Polygon",
      chain_id: "137",
      contract_address: "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174",
    },
  ],
})

/** The options when the server returns none. Source: the AppKit 1.7.2 wire. */
export const defaultOnrampOptions: OnrampOptions = {
  paymentCurrencies: [makePaymentCurrency("USD"), makePaymentCurrency("EUR")],
  purchaseCurrencies: [makePurchaseCurrency("USD Coin", "USDC"), makePurchaseCurrency("Ether", "ETH")],
}

/** Makes the substitute for a missing quote: every amount is the entered one. */
export const makeEstimatedQuote = (amount: string, currency: string): OnrampQuote => {
  const money = { amount, currency }
  return {
    paymentTotal: money,
    paymentSubtotal: money,
    purchaseAmount: money,
    coinbaseFee: money,
    networkFee: money,
    quoteId: "mocked-quote-id",
  }
}

import { formatAmount } from "@wmodal/protocol"
import { html } from "hono/html"
import type { PaidPurchase, Purchase, PurchaseOption } from "./Purchase.ts"
import { formatCents, paymentLimits } from "./payment.ts"

type OnrampMarkup = ReturnType<typeof html>

/** Renders the provider's page of one purchase. It has no script: each step is a form. All its text is escaped. */
export const renderOnrampPage = (purchase: Purchase): OnrampMarkup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Mock onramp</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 3rem auto; padding: 0 1rem }
label, button { display: block; width: 100% }
select, input { display: block; box-sizing: border-box; width: 100%; margin: .25rem 0 1rem; padding: .5rem; font: inherit }
button { margin-top: .5rem; padding: .75rem; font: inherit; cursor: pointer }
dt { font-weight: 600 }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere }
</style>
</head>
<body>
<main>${renderContent(purchase)}</main>
</body>
</html>`

const renderContent = ({ progress, choices, proposed }: Purchase): OnrampMarkup => {
  switch (progress._tag) {
    case "Open":
      return html`
<h1>Buy crypto</h1>
<p>Test payments only: this is the mock server's onramp.</p>
<form method="post">
<label>Asset and recipient
<select name="choice">${choices.map((choice, place) => html`<option value="${place}">${formatOption(choice)}</option>`)}</select></label>
<label>US dollars
<input name="amount" type="number" min="${formatCents(paymentLimits.smallest)}" max="${formatCents(paymentLimits.largest)}" step="0.01" autocomplete="off" required value="${formatCents(proposed)}"></label>
${renderStep("pay", "Pay")}
</form>`
    case "Paid":
      return html`
<h1>Paid</h1>
${renderReceipt(progress.paid)}
<form method="post">${renderStep("deliver", "Deliver")}${renderStep("fail", "Fail")}</form>`
    case "Delivered":
      return html`
<h1>Delivered</h1>
${renderReceipt(progress.paid)}
<p>This window can be closed.</p>`
    case "Failed":
      return html`
<h1>Failed</h1>
${renderReceipt(progress.paid)}
<p>Nothing was delivered. This window can be closed.</p>`
  }
}

const renderStep = (name: string, label: string) => html`<button name="do" value="${name}">${label}</button>`

const renderReceipt = ({ choice, quote }: PaidPurchase) => {
  const { symbol, decimals, network } = choice.asset
  return html`<dl>
<dt>Amount</dt><dd>${formatAmount(quote.bought, decimals)} ${symbol} on ${network.name}</dd>
<dt>To</dt><dd>${choice.address}</dd>
<dt>Paid</dt><dd>$${formatCents(quote.total)}, of which fees $${formatCents(quote.fee + quote.networkFee)}</dd>
</dl>`
}

const formatOption = ({ asset, address }: PurchaseOption) =>
  `${asset.symbol} on ${asset.network.name}, to ${address}`

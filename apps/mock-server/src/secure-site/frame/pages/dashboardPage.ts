import { html } from "hono/html"
import { type Markup, renderLayout } from "./layout.ts"

/** Renders the wallet's dashboard, without an embedding page. */
export const renderDashboardPage = (): Markup =>
  renderLayout({
    title: "Your wallet",
    script: "dashboard.js",
    kind: "page",
    body: html`<main class="card wide">
<div class="head"><h1 id="title" tabindex="-1">Your wallet</h1><p id="who"></p></div>
<form id="sign-in" class="stack" hidden>
<label for="email">Sign in by email</label>
<input id="email" name="email" type="email" autocomplete="email" placeholder="you@example.com" maxlength="254" required>
<button class="primary" type="submit">Send a code</button>
</form>
<form id="code-form" class="stack" hidden>
<label for="code">The six digits of the mail</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required>
<button class="primary" type="submit">Sign in</button>
</form>
<div id="account" class="stack" hidden>
<dl id="facts" class="facts"></dl>
<details>
<summary>Take your wallet elsewhere</summary>
<p>Your key never leaves this site’s server by itself. To move out, a real wallet of this kind would show your secret phrase here, once, after another code by mail: you would import it into any other wallet and end this one.</p>
<p>This is a test world, where keys follow from its seed and nobody’s money is. There is nothing to take along.</p>
</details>
<button class="secondary" type="button" id="sign-out">Sign out</button>
</div>
<p class="status" id="status" role="status"></p>
<p class="problem" id="problem" role="alert"></p>
</main>`,
  })

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
<label for="code">The six-digit code from your email</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required>
<button class="primary" type="submit">Sign in</button>
</form>
<div id="account" class="stack" hidden>
<dl id="facts" class="facts"></dl>
<details>
<summary>Export your wallet</summary>
<p>Not available in a test world. A real embedded wallet would show your secret phrase here, once, after another email code, so that you can import it into a wallet app.</p>
<p>The keys of a test world are derived from its seed. It holds no real funds.</p>
</details>
<button class="secondary" type="button" id="sign-out">Sign out</button>
</div>
<p class="status" id="status" role="status"></p>
<p class="problem" id="problem" role="alert"></p>
</main>`,
  })

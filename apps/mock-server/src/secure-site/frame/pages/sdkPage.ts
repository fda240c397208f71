import { html } from "hono/html"
import { type Markup, renderLayout } from "./layout.ts"

/** Renders the frame. It shows nothing without a prompt. */
export const renderSdkPage = (): Markup =>
  renderLayout({
    title: "Your wallet",
    script: "sdk.js",
    kind: "frame",
    body: html`${approval}
<main id="code-screen" class="approval" aria-labelledby="code-title" hidden>
<div class="head"><h1 id="code-title">Enter the code</h1>
<p>We sent six digits to <b><bdi id="code-email"></bdi></b>. <b><bdi id="code-origin"></bdi></b> does not see them.</p></div>
<form id="code-form">
<label for="code">Code, six digits</label>
<input id="code" inputmode="numeric" autocomplete="one-time-code" maxlength="16" required>
<p class="problem" id="code-problem" role="alert"></p>
<div class="answers">
<button type="button" class="secondary" id="code-cancel">Cancel</button>
<button type="submit" class="primary" id="code-confirm">Confirm</button>
</div>
</form>
<button type="button" class="secondary" id="code-again">Send another code</button>
<p class="status" id="code-sent" role="status"></p>
</main>
<main id="working" class="working" hidden><span class="spinner" aria-hidden="true"></span><p role="status">Signing…</p></main>`,
  })

/** Renders the window of an approval that the frame cannot show safely. */
export const renderApprovalPage = (): Markup =>
  renderLayout({
    title: "Approve a request",
    script: "approve.js",
    kind: "frame",
    body: html`${approval}
<main id="working" class="working" hidden><p role="status">You can close this window.</p></main>`,
  })

const approval = html`<main id="approval" class="approval" aria-labelledby="title" hidden>
<div class="asker" id="asker">
<span class="badge" id="badge" aria-hidden="true"></span>
<div><p class="origin"><span class="hidden">Requested by </span><bdi id="origin"></bdi></p><p class="name" id="name"></p></div>
</div>
<h1 id="title" tabindex="-1"></h1>
<div id="details" class="details" tabindex="0" role="group" aria-label="Request details">
<div id="acts" class="acts" hidden></div>
<dl id="lines" class="lines"></dl>
</div>
<p class="more" id="more" role="status"></p>
<div class="covered" id="covered" role="status" hidden><p>Not all of this request is visible here, or your browser cannot tell.</p><button type="button" class="secondary" id="open">Review in a window</button></div>
<div class="answers" id="answers">
<button type="button" class="secondary" id="decline">Decline</button>
<button type="button" class="primary" id="approve" disabled>Approve</button>
</div>
</main>`

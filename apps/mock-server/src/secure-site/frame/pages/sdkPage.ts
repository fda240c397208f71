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
<p class="more" id="early" role="status" hidden>That press came too early. Move the pointer here, and press again once the button is filled.</p>
<div class="covered" id="covered" role="status" hidden>
<p id="hint-cover">This browser cannot tell whether the page covers or moves this request. Review it in a window that no page can touch.</p>
<p id="hint-place">A touch cannot tell whether the page has just moved this request. Review it in a window that no page can touch.</p>
<p id="hint-unseen">Not all of this request is visible here, or it is too small to read. Review it in a window that no page can touch.</p>
<p id="hint-unopened">No window opened, or one that this page separates from your wallet. Allow pop-ups for this page. If a window opened, the page's header Cross-Origin-Opener-Policy forbids the approval: decline, and tell its operator.</p>
</div>
<div class="answers" id="answers">
<button type="button" class="secondary" id="decline">Decline</button>
<button type="button" class="primary" id="open" hidden>Review in a window</button>
<button type="button" class="primary filling" id="approve" data-guarded="approve" data-label="Approve" aria-disabled="true">Approve</button>
</div>
</main>`

import { getModalSheets } from "../shell/sheets.ts"
import funding from "./funding/funding.css?inline"
import request from "./request/request.css?inline"
import send from "./send/send.css?inline"
import swap from "./swap/swap.css?inline"
import review from "./wallet/review.css?inline"

// The views of an account, its payments and its requests import this.
getModalSheets()[3].replaceSync(request + send + review + swap + funding)

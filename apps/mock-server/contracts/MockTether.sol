// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockLedger} from "./MockLedger.sol";

/// A pretended dollar coin that is no ERC-20 to the letter: like the oldest of them it returns nothing,
/// and changes an allowance only from or to nothing.
contract MockTether is MockLedger {
    error AllowanceStands(address spender, uint256 allowance);

    constructor() MockLedger("Mock Tether", "mUSDT", 6, 1_000_000_000) {}

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function approve(address spender, uint256 value) external {
        uint256 allowed = allowance[msg.sender][spender];
        if (allowed != 0 && value != 0) revert AllowanceStands(spender, allowed);
        _approve(spender, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        _spend(from, value);
        _move(from, to, value);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MockLedger} from "./MockLedger.sol";

/// A plain ERC-20.
abstract contract MockToken is MockLedger {
    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _spend(from, value);
        _move(from, to, value);
        return true;
    }
}

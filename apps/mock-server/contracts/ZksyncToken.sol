// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// ZKsync's native currency as a token: it only tells balances, and no wallet can move any by it.
contract ZksyncToken {
    string public constant name = "Ether";
    string public constant symbol = "ETH";
    uint8 public constant decimals = 18;

    function balanceOf(uint256 account) external view returns (uint256) {
        return address(uint160(account)).balance;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IERC20 {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// The reserves of one pair: whatever the pool holds of both, so that anyone can add to them by a plain transfer.
contract Pool {
    /// Stands for the native currency wherever a token's address is asked for.
    address internal constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    address private immutable exchange = msg.sender;

    error NotTheExchange();
    error NotPaid();

    receive() external payable {}

    function reserve(address token) external view returns (uint256) {
        return token == NATIVE ? address(this).balance : IERC20(token).balanceOf(address(this));
    }

    function pay(address token, address recipient, uint256 amount) external {
        if (msg.sender != exchange) revert NotTheExchange();
        bool paid;
        if (token == NATIVE) (paid,) = recipient.call{value: amount}("");
        else paid = IERC20(token).transfer(recipient, amount);
        if (!paid) revert NotPaid();
    }
}

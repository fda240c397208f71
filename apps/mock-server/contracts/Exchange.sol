// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20, Pool} from "./Pool.sol";

/// Swaps two tokens, or one and the native currency, at the price that leaves the product of the reserves constant.
contract Exchange {
    /// Stands for the native currency wherever a token's address is asked for.
    address public constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    /// What the provider keeps of each amount that comes in, in ten thousandths.
    uint256 public constant FEE = 85;

    mapping(address one => mapping(address other => Pool)) private pools;

    event Swapped(
        address indexed sender, address indexed recipient, address from, address to, uint256 amount, uint256 received
    );

    error UnknownPair(address from, address to);
    error WrongValue(uint256 value, uint256 needed);
    error Expired(uint256 deadline);
    error TooLittleReceived(uint256 received, uint256 minimum);
    error NotPaid();

    constructor(address one, address other) {
        _open(NATIVE, one);
        _open(NATIVE, other);
        _open(one, other);
    }

    /// The two may stand in any order.
    function poolOf(address one, address other) public view returns (Pool pool) {
        pool = pools[one][other];
        if (address(pool) == address(0)) revert UnknownPair(one, other);
    }

    /// What is left in the pool of a pair, in base units.
    function reserves(address from, address to) public view returns (uint256, uint256) {
        Pool pool = poolOf(from, to);
        return (pool.reserve(from), pool.reserve(to));
    }

    /// What `swap` would give now, the fee taken off. Rounded down.
    function quote(address from, address to, uint256 amount) public view returns (uint256) {
        (uint256 source, uint256 destination) = reserves(from, to);
        uint256 kept = amount * (10_000 - FEE);
        return kept * destination / (source * 10_000 + kept);
    }

    /// Takes `amount` of `from` and pays `recipient` at least `minimum` of `to`, or does nothing.
    /// The native currency comes as the transaction's value; a token must have been approved.
    function swap(
        address from,
        address to,
        uint256 amount,
        uint256 minimum,
        address recipient,
        uint256 deadline
    ) external payable returns (uint256 received) {
        if (block.timestamp > deadline) revert Expired(deadline);
        uint256 value = from == NATIVE ? amount : 0;
        if (msg.value != value) revert WrongValue(msg.value, value);
        received = quote(from, to, amount);
        if (received == 0 || received < minimum) revert TooLittleReceived(received, minimum);
        Pool pool = poolOf(from, to);
        bool paid;
        if (from == NATIVE) (paid,) = address(pool).call{value: amount}("");
        else paid = IERC20(from).transferFrom(msg.sender, address(pool), amount);
        if (!paid) revert NotPaid();
        pool.pay(to, recipient, received);
        emit Swapped(msg.sender, recipient, from, to, amount, received);
    }

    function _open(address one, address other) private {
        Pool pool = new Pool();
        pools[one][other] = pool;
        pools[other][one] = pool;
    }
}

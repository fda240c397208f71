// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SessionAccount} from "./SessionAccount.sol";

/// Makes the accounts of owner keys, each at an address that is known before. Anyone may call it, because a verifier of
/// ERC-6492 does; that of the ERC-4337 package accepts the entry point only.
contract SessionAccountFactory {
    /// The code that all accounts delegate to.
    SessionAccount private immutable code = new SessionAccount();

    error NoOwner();

    /// Returns the account of an owner, which is made if it does not exist yet.
    function createAccount(address owner, uint256 salt) external returns (address account) {
        if (owner == address(0)) revert NoOwner();
        account = getAddress(owner, salt);
        if (account.code.length > 0) return account;
        bytes memory proxy = proxyCode();
        bytes32 seed = getSeed(owner, salt);
        assembly ("memory-safe") {
            account := create2(0, add(proxy, 32), mload(proxy), seed)
        }
        SessionAccount(payable(account)).initialize(owner);
    }

    function getAddress(address owner, uint256 salt) public view returns (address) {
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", address(this), getSeed(owner, salt), keccak256(proxyCode())));
        return address(uint160(uint256(hash)));
    }

    function getSeed(address owner, uint256 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(owner, salt));
    }

    /// ERC-1167.
    function proxyCode() private view returns (bytes memory) {
        return abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", address(code), hex"5af43d82803e903d91602b57fd5bf3"
        );
    }
}

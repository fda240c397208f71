// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Signatures} from "./Signatures.sol";

/// What an ordinary account points to (EIP-7702) to do several calls in one transaction. It keeps no storage, gives
/// nobody a right, and obeys the account alone: a transaction that the account sends to itself.
contract BatchExecutor {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    error NotTheAccount(address sender);

    /// Everything that the account could take before it had code, it still takes.
    receive() external payable {}

    /// All calls in their order, or none of them: the first that fails takes back the ones before it, and its reason
    /// is handed on.
    function execute(Call[] calldata calls) external payable {
        if (msg.sender != address(this)) revert NotTheAccount(msg.sender);
        for (uint256 i; i < calls.length; ++i) {
            (bool done, bytes memory answer) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (done) continue;
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
    }

    /// EIP-1271: the account's own key still signs for it, where a verifier asks an account that has code.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bool isAccount = Signatures.recover(hash, signature) == address(this);
        return isAccount ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return this.onERC1155BatchReceived.selector;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, EIP-1271, ERC-721 and ERC-1155 receivers.
        return id == 0x01ffc9a7 || id == 0x1626ba7e || id == 0x150b7a02 || id == 0x4e2312e0;
    }
}

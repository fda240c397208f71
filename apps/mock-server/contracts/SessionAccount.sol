// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Signatures} from "./Signatures.sol";

/// An account of ERC-4337 (entry point 0.8) with an owner key, and with session keys that spend within limits without
/// it. It stands behind the proxies of SessionAccountFactory and has the calls of SimpleAccount.
///
/// A session is checked here and nowhere else: the wallet and its service may be asked to send anything. What a session
/// spends is counted when its operation is validated, so a call that fails afterwards counts too.
contract SessionAccount {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    struct PackedUserOperation {
        address sender;
        uint256 nonce;
        bytes initCode;
        bytes callData;
        bytes32 accountGasLimits;
        uint256 preVerificationGas;
        bytes32 gasFees;
        bytes paymasterAndData;
        bytes signature;
    }

    /// What a session key may spend of one token; of the native currency with the token zero.
    struct Limit {
        address token;
        uint256 amount;
    }

    struct Session {
        /// Unix seconds: the last second in which it is valid.
        uint48 expiry;
        /// Counts the grants to one key, so that a new one begins with its own limits.
        uint48 round;
        bool active;
    }

    address private constant entryPoint = 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108;
    uint256 private constant failed = 1;
    bytes4 private constant transfer = 0xa9059cbb;

    address public owner;
    mapping(address key => Session) public sessions;
    /// What is left, by session key, round of grants, and token.
    mapping(address key => mapping(uint48 round => mapping(address token => uint256))) private remaining;

    event SessionGranted(address indexed key, uint48 expiry);
    event SessionRevoked(address indexed key);

    error NotAllowed(address sender);
    error AlreadyInitialized();
    error NoSession(address key);

    modifier onlyEntryPoint() {
        if (msg.sender != entryPoint) revert NotAllowed(msg.sender);
        _;
    }

    /// Only an operation of the owner reaches these: a session may not call the account itself.
    modifier onlySelf() {
        if (msg.sender != address(this)) revert NotAllowed(msg.sender);
        _;
    }

    /// The code itself is nobody's account.
    constructor() {
        owner = address(1);
    }

    receive() external payable {}

    function initialize(address by) external {
        if (owner != address(0)) revert AlreadyInitialized();
        owner = by;
    }

    function execute(address target, uint256 value, bytes calldata data) external onlyEntryPoint {
        call(target, value, data);
    }

    function executeBatch(Call[] calldata calls) external onlyEntryPoint {
        for (uint256 i; i < calls.length; ++i) call(calls[i].target, calls[i].value, calls[i].data);
    }

    function grantSession(address key, uint48 expiry, Limit[] calldata limits) external onlySelf {
        if (key == address(0) || key == owner) revert NoSession(key);
        uint48 round = sessions[key].round + 1;
        sessions[key] = Session({expiry: expiry, round: round, active: true});
        for (uint256 i; i < limits.length; ++i) remaining[key][round][limits[i].token] += limits[i].amount;
        emit SessionGranted(key, expiry);
    }

    function revokeSession(address key) external onlySelf {
        if (!sessions[key].active) return;
        sessions[key].active = false;
        emit SessionRevoked(key);
    }

    /// What a session may still spend of a token; zero once it is revoked. Its expiry is not considered.
    function allowanceOf(address key, address token) external view returns (uint256) {
        Session memory session = sessions[key];
        return session.active ? remaining[key][session.round][token] : 0;
    }

    /// The signature is the owner's (65 bytes), or a session key (20 bytes) and its signature.
    function validateUserOp(PackedUserOperation calldata operation, bytes32 hash, uint256 missingFunds)
        external
        onlyEntryPoint
        returns (uint256 validation)
    {
        bytes calldata signature = operation.signature;
        if (signature.length == 85) {
            address key = address(bytes20(signature[:20]));
            validation = Signatures.recover(hash, signature[20:]) == key ? validateSession(key, operation) : failed;
        } else {
            validation = Signatures.recover(hash, signature) == owner ? 0 : failed;
        }
        if (missingFunds > 0) {
            (bool done,) = payable(msg.sender).call{value: missingFunds}("");
            done;
        }
    }

    /// EIP-1271: the owner's signature, over a hash that is valid for this account and chain only.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bool isOwner = Signatures.recover(boundHash(hash), signature) == owner;
        return isOwner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }

    function boundHash(bytes32 hash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("SessionAccount"),
                block.chainid,
                address(this)
            )
        );
        return keccak256(
            abi.encodePacked("\x19\x01", domain, keccak256(abi.encode(keccak256("Message(bytes32 hash)"), hash)))
        );
    }

    /// Counts what the operation spends. Its expiry is left to the entry point, which reads the time.
    function validateSession(address key, PackedUserOperation calldata operation) private returns (uint256) {
        Session memory session = sessions[key];
        // A fee would be paid from the account, outside of every limit.
        if (!session.active || operation.gasFees != 0 || operation.paymasterAndData.length > 0) return failed;
        bytes calldata callData = operation.callData;
        if (callData.length < 4) return failed;
        bytes4 selector = bytes4(callData[:4]);
        if (selector == this.execute.selector) {
            (address target, uint256 value, bytes memory data) = abi.decode(callData[4:], (address, uint256, bytes));
            if (!spend(key, session.round, target, value, data)) return failed;
        } else if (selector == this.executeBatch.selector) {
            Call[] memory calls = abi.decode(callData[4:], (Call[]));
            for (uint256 i; i < calls.length; ++i) {
                if (!spend(key, session.round, calls[i].target, calls[i].value, calls[i].data)) return failed;
            }
        } else {
            return failed;
        }
        return uint256(session.expiry) << 160;
    }

    /// A session pays native currency, or transfers a token. It makes no other call: an approval would last longer than
    /// the session does.
    function spend(address key, uint48 round, address target, uint256 value, bytes memory data)
        private
        returns (bool)
    {
        if (target == address(this)) return false;
        if (data.length == 0) return take(key, round, address(0), value);
        if (value > 0 || data.length != 68 || bytes4(data) != transfer) return false;
        uint256 amount;
        assembly ("memory-safe") {
            amount := mload(add(data, 68))
        }
        return take(key, round, target, amount);
    }

    function take(address key, uint48 round, address token, uint256 amount) private returns (bool) {
        uint256 left = remaining[key][round][token];
        if (amount > left) return false;
        remaining[key][round][token] = left - amount;
        return true;
    }

    function call(address target, uint256 value, bytes calldata data) private {
        (bool done, bytes memory answer) = target.call{value: value}(data);
        if (done) return;
        assembly ("memory-safe") {
            revert(add(answer, 32), mload(answer))
        }
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

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Celo's native currency as a token: it keeps no balances, and moves the native ones by the chain's own contract.
contract CeloToken {
    address private constant MOVER = address(0xfd);

    string public constant name = "Celo native asset";
    string public constant symbol = "CELO";
    uint8 public constant decimals = 18;

    mapping(address owner => mapping(address spender => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function balanceOf(address account) external view returns (uint256) {
        return account.balance;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return move(from, to, value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        require(to != address(0) && value <= from.balance);
        (bool moved,) = MOVER.call(abi.encode(from, to, value));
        require(moved);
        emit Transfer(from, to, value);
        return true;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Who owns a Farcaster account, as far as sign-in asks: `idOf` of the registry on OP Mainnet. Anybody can register.
contract TestIdRegistry {
    mapping(address => uint256) public idOf;

    function register(address custody, uint256 id) external {
        idOf[custody] = id;
    }
}

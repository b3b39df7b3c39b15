// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Which keys may act for a Farcaster account, as far as sign-in asks: `keyDataOf` of the registry on OP Mainnet. Anybody can
/// add and remove some.
contract TestKeyRegistry {
    enum KeyState {
        NULL,
        ADDED,
        REMOVED
    }

    struct KeyData {
        KeyState state;
        uint32 keyType;
    }

    mapping(uint256 => mapping(bytes => KeyData)) private keys;

    function keyDataOf(uint256 id, bytes calldata key) external view returns (KeyData memory) {
        return keys[id][key];
    }

    function set(uint256 id, bytes calldata key, uint32 keyType, KeyState state) external {
        keys[id][key] = KeyData(state, keyType);
    }
}

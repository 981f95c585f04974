// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IModule} from "../../interfaces/IModule.sol";

/// Refuses transfers before a time. Mints and forced movements, such as a recovery, are possible.
contract LockUpModule is IModule {
    /// The time of release in seconds since 1970; zero means no lock-up.
    mapping(address compliance => uint256) public lockedUntil;

    event LockUpSet(address indexed compliance, uint256 until);

    /// Called by a compliance contract: sets the time of release.
    function setLockUp(uint256 until) external {
        lockedUntil[msg.sender] = until;
        emit LockUpSet(msg.sender, until);
    }

    function canMove(address compliance, address, address from, address, uint256, bool forced)
        external
        view
        returns (bool)
    {
        return forced || from == address(0) || block.timestamp >= lockedUntil[compliance];
    }

    function refusedHolder(address, address, address[] calldata, uint256[] calldata, uint256[] calldata)
        external
        pure
        returns (address)
    {
        return address(0);
    }

    function name() external pure returns (string memory) {
        return "lock-up";
    }
}
